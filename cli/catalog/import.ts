import { OperatorError } from '../../platform/process/operator-error.ts'
import type { Transaction } from '../../platform/postgres/database.ts'
import type { ReconcileReport } from '../../platform/postgres/reconcile.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { databaseTime, type InstallationDatabases, type PerOwner } from './databases.ts'
import { formatParts } from './format.ts'
import { TourChanges } from './changed-tours.ts'
import { Openings } from './openings.ts'
import { Plan } from './plan.ts'
import { lockCalendars, type CalendarFacts } from '../../subgraphs/booking/calendar/index.ts'
import type { SourceDocument } from './source-document.ts'
import { Problems, type Lists } from './validate.ts'

export interface ImportOptions {
  readonly environment: Environment
  /** Where the lists come from, to name what is wrong with them. */
  readonly document: SourceDocument
  readonly lists: Lists
  /** Whether what the lists do not name is taken out of use. */
  readonly prune: boolean
  /** How reservations are treated where something is closed or taken off sale; without one they refuse it. */
  readonly reservations: CalendarFacts['reservations']
  /** Without it everything is done and then undone: the plan says what would happen. */
  readonly commit: boolean
  readonly onProgress?: (text: string) => void
}

/**
 * Makes an environment what the lists describe, in one transaction for each database. They are committed only when all
 * of them can be; if that fails between two, the same import completes it. Throws OperatorErrors that name every item
 * that cannot be stored, and then nothing was.
 */
export async function importInstallation(databases: InstallationDatabases, options: ImportOptions): Promise<Plan> {
  const transactions = await databases.begin(options.environment)
  try {
    const plan = await writeLists(transactions, options)
    if (options.commit) await commitAll(transactions)
    return plan
  } finally {
    await Promise.all(Object.values(transactions).map(({ rollback }: Transaction) => rollback()))
  }
}

async function writeLists(transactions: PerOwner<Transaction>, options: ImportOptions): Promise<Plan> {
  const { lists, prune, reservations, document } = options
  const plan = new Plan()
  const problems = new Problems(document)
  const report: ReconcileReport = {
    step(list, step, key, before, after) {
      plan.add(list, step, key, before, after)
      if (!before || !after) return
      if (list === 'cenotes') openings.note(key, before, after)
      if (list === 'tours') tourChanges.note(key, before, after)
    },
    invalid: (list, position, errors) => problems.addFields([list, position], errors),
    refused: (list, position, reason) => problems.add([list, position], reason),
    progress(list, done) {
      options.onProgress?.(`${list}: ${done} of ${lists.get(list)?.length ?? 0}`)
    },
  }
  const clients = {
    catalog: transactions.catalog.client,
    booking: transactions.booking.client,
    pricing: transactions.pricing.client,
  }
  const now = await databaseTime(clients.booking)
  const openings = new Openings(clients)
  const tourChanges = new TourChanges(clients)
  const changed = [await openings.toLock(lists, { prune }), await tourChanges.toLock(lists, { prune })]
  await lockCalendars(clients.booking, changed.flat())
  for (const part of formatParts({ clients, now, reservations })) {
    for (const list of part.lists) {
      const values = lists.get(list.name)
      if (!values) continue
      plan.mention(list.name)
      await list.reconcile(clients[part.owner], values, { prune, report })
      // A reference to an invalid item would be reported only because of that item.
      problems.throwIfAny()
    }
    if (part.owner !== 'catalog') continue
    const refused = [
      { list: 'cenotes', member: 'schedule', reasons: await openings.settle({ now, reservations }) },
      { list: 'tours', member: 'departures', reasons: await tourChanges.settle({ now, reservations }) },
    ]
    for (const { list, member, reasons } of refused)
      for (const [slug, reason] of reasons) {
        const position = positionOf(lists, list, slug)
        // One that the file does not name is taken off sale by it.
        if (position === -1) problems.add([list], `${slug}: ${reason}`)
        else problems.add([list, position, member], reason)
      }
    problems.throwIfAny()
  }
  return plan
}

const positionOf = (lists: Lists, list: string, slug: string): number =>
  (lists.get(list) ?? []).findIndex((item) => (item as { readonly slug: string }).slug === slug)

/**
 * Prices first: those of a cenote that is not there yet harm no one. Calendars last, which stay locked until the catalog
 * has the schedules that they were checked with.
 */
async function commitAll({ catalog, booking, pricing }: PerOwner<Transaction>): Promise<void> {
  const done: string[] = []
  try {
    await pricing.commit()
    done.push('prices')
    await catalog.commit()
    done.push('catalog')
    await booking.commit()
  } catch (error) {
    const { message } = error as Error
    if (done.length === 0) throw error
    throw new OperatorError(
      `The ${done.join(' and ')} were stored, and then the database failed: ${message}. Run the same command again to complete it.`,
      { cause: error },
    )
  }
}
