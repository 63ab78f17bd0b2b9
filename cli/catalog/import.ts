import { OperatorError, OperatorErrors } from '../../platform/process/operator-error.ts'
import type { Statements, Transaction } from '../../platform/postgres/database.ts'
import type { InstallationList } from '../../platform/postgres/installation-list.ts'
import type { Batches, ReconcileOptions, ReconcileReport } from '../../platform/postgres/reconcile.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { databaseTime, type InstallationDatabases, type Owner, type PerOwner } from './databases.ts'
import { formatParts } from './format.ts'
import { TourChanges } from './changed-tours.ts'
import { Openings } from './openings.ts'
import { Plan } from './plan.ts'
import { PlannedItems } from './planned-items.ts'
import { lockCalendars, type CalendarFacts } from '../../subgraphs/booking/calendar/index.ts'
import type { SourceDocument } from './source-document.ts'
import type { Lists } from './lists.ts'
import { Problems } from './validate.ts'

export interface ImportOptions {
  readonly environment: Environment
  /** Where the lists come from, to name what is wrong with them. */
  readonly document: SourceDocument
  readonly lists: Lists
  /** Whether what the lists do not name is taken out of use. */
  readonly prune: boolean
  /** How reservations are treated where something is closed or taken off sale; without one they refuse it. */
  readonly reservations: CalendarFacts['reservations']
  /** Without it nothing is stored: the plan says what would happen. */
  readonly commit: boolean
  readonly onProgress?: (text: string) => void
}

/** Aimed at for one transaction, so that none takes half a second: others wait for it, and so do events. */
const batchMilliseconds = 150
const maxBatchSize = 500

/**
 * Makes an environment what the lists describe. First every item is checked, and nothing is stored when one cannot be:
 * OperatorErrors name all of them. Then items are stored in short transactions, and when that is interrupted, the same
 * import completes it.
 */
export async function importInstallation(databases: InstallationDatabases, options: ImportOptions): Promise<Plan> {
  const planned = new PlannedItems(options.lists)
  const trial = new ImportPass(databases, options, planned, { isTrial: true })
  await trial.run(['catalog', 'booking', 'pricing'])
  if (!options.commit) return trial.plan
  const pass = new ImportPass(databases, { ...options, lists: planned.identified() }, planned, { isTrial: false })
  // What is sold comes last, with its prices and its calendar.
  await pass.run(['pricing', 'booking', 'catalog'])
  return pass.plan
}

/** One way through all lists. A trial ends each of its transactions without a change. */
class ImportPass {
  readonly plan = new Plan()
  readonly #databases: InstallationDatabases
  readonly #options: ImportOptions
  readonly #planned: PlannedItems
  readonly #isTrial: boolean
  readonly #problems: Problems
  readonly #clients: PerOwner<Statements>
  #transactions: PerOwner<Transaction> | undefined
  #batchSize = 100
  /** Names the part of the file that is stored, in an error. */
  #stored: string | undefined

  constructor(
    databases: InstallationDatabases,
    options: ImportOptions,
    planned: PlannedItems,
    { isTrial }: { readonly isTrial: boolean },
  ) {
    this.#databases = databases
    this.#options = options
    this.#planned = planned
    this.#isTrial = isTrial
    this.#problems = new Problems(options.document)
    this.#clients = clientsOf((owner) => {
      if (!this.#transactions) throw new Error('Outside of a transaction')
      return this.#transactions[owner].client
    })
  }

  async run(order: readonly Owner[]): Promise<void> {
    const { lists, reservations } = this.#options
    try {
      const now = await this.#inTransactions(() => databaseTime(this.#clients.booking))
      const parts = formatParts({ clients: this.#clients, now, reservations, planned: this.#planned })
      for (const owner of order)
        for (const list of parts.find((part) => part.owner === owner)?.lists ?? []) {
          const values = lists.get(list.name)
          if (values) await this.#reconcile(owner, list, values, now)
        }
    } catch (error) {
      throw this.#stored === undefined ? error : incomplete(this.#stored, error as Error)
    }
  }

  async #reconcile(owner: Owner, list: InstallationList, values: readonly unknown[], now: Date): Promise<void> {
    const { prune, reservations, commit, onProgress } = this.#options
    this.plan.mention(list.name)
    let openings: Openings | undefined
    let tourChanges: TourChanges | undefined
    const report: ReconcileReport = {
      step: (name, step, key, before, after) => {
        this.plan.add(name, step, key, before, after)
        if (!before || !after) return
        if (name === 'cenotes') openings?.note(key, before, after)
        if (name === 'tours') tourChanges?.note(key, before, after)
      },
      invalid: (name, position, errors) => this.#problems.addFields([name, position], errors),
      refused: (name, position, reason) => this.#problems.add([name, position], reason),
      progress: (name, done) => {
        if (this.#isTrial !== commit) onProgress?.(`${name}: ${done} of ${values.length}`)
      },
      identified: (name, key, id) => this.#planned.identify(name, key, id),
    }
    const run: Batches['run'] = (items, work) =>
      this.#inTransactions(async () => {
        if (owner === 'pricing') return work(this.#clients.pricing)
        openings = new Openings(this.#clients)
        tourChanges = new TourChanges(this.#clients)
        const isOfOthers = items.length === 0
        const lists: Lists = new Map([[list.name, isOfOthers ? values : items]])
        const changed = [
          await openings.toLock(lists, { prune: isOfOthers }),
          await tourChanges.toLock(lists, { prune: isOfOthers }),
        ]
        await lockCalendars(this.#clients.booking, changed.flat())
        const result = await work(this.#clients[owner])
        this.#refuse('cenotes', 'schedule', await openings.settle({ now, reservations }))
        this.#refuse('tours', 'departures', await tourChanges.settle({ now, reservations }))
        return result
      }, items.length)
    const size = (): number => this.#batchSize
    const isPending: ReconcileOptions['isPending'] = (...error) => this.#isTrial && this.#planned.resolves(...error)
    await list.reconcile({ size, run }, values, { prune, report, isTrial: this.#isTrial, isPending })
    // A reference to an invalid item would be reported only because of that item.
    this.#problems.throwIfAny()
  }

  #refuse(list: string, member: string, reasons: ReadonlyMap<string, string>): void {
    for (const [slug, reason] of reasons) {
      const position = positionOf(this.#options.lists, list, slug)
      // One that the file does not name is taken off sale by it.
      if (position === -1) this.#problems.add([list], `${slug}: ${reason}`)
      else this.#problems.add([list, position, member], reason)
    }
  }

  /** Does work in a transaction of each database. Those of items are committed, unless it is a trial or one is wrong. */
  async #inTransactions<T>(work: () => Promise<T>, items: number | null = null): Promise<T> {
    const startedAt = performance.now()
    const transactions = await this.#databases.begin(this.#options.environment)
    this.#transactions = transactions
    try {
      const result = await work()
      if (items !== null && !this.#isTrial && this.#problems.count === 0) await this.#commit(transactions)
      if (items !== null && items >= this.#batchSize) this.#adaptBatchSize(performance.now() - startedAt)
      return result
    } finally {
      this.#transactions = undefined
      await Promise.all(Object.values(transactions).map(({ rollback }: Transaction) => rollback()))
    }
  }

  #adaptBatchSize(milliseconds: number): void {
    const size = Math.round((this.#batchSize * batchMilliseconds) / milliseconds)
    this.#batchSize = Math.min(maxBatchSize, Math.max(10, size))
  }

  /**
   * Prices first: those of a cenote that is not there yet harm no one. Calendars last, which stay locked until the
   * catalog has the schedules that they were checked with.
   */
  async #commit({ catalog, booking, pricing }: PerOwner<Transaction>): Promise<void> {
    const before = this.#stored
    await pricing.commit()
    this.#stored = before ?? 'prices were'
    await catalog.commit()
    this.#stored = before ?? 'prices and catalog were'
    await booking.commit()
    this.#stored = 'first items were'
  }
}

const clientsOf = (clientOf: (owner: Owner) => Statements): PerOwner<Statements> => ({
  get catalog() {
    return clientOf('catalog')
  },
  get booking() {
    return clientOf('booking')
  },
  get pricing() {
    return clientOf('pricing')
  },
})

const positionOf = (lists: Lists, list: string, slug: string): number =>
  (lists.get(list) ?? []).findIndex((item) => (item as { readonly slug: string }).slug === slug)

/** The error of an import that had stored something. */
function incomplete(stored: string, error: Error): Error {
  const advice = 'Run the same command again to complete it.'
  if (error instanceof OperatorErrors)
    return new OperatorErrors([...error.problems, `The ${stored} stored before this was found. ${advice}`])
  const reason = error instanceof OperatorError ? error.message : `the database failed: ${error.message}`
  return new OperatorError(`The ${stored} stored, and then ${reason}. ${advice}`, { cause: error })
}
