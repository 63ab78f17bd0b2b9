import { isDeepStrictEqual } from 'node:util'
import type { Statements } from '../../platform/postgres/database.ts'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { settleDeactivation, settleOpening, type CalendarFacts } from '../../subgraphs/booking/calendar/index.ts'
import { readCenoteFacts, type CenoteFacts } from '../../subgraphs/catalog/cenote/index.ts'
import { productSlugs } from '../../subgraphs/catalog/product/index.ts'
import type { PerOwner } from './databases.ts'
import type { Lists } from './lists.ts'

type Opening = Pick<CenoteFacts, 'schedule' | 'capacity'> & { readonly isActive?: boolean }
type NamedOpening = Opening & { readonly slug: string }

const calendarLists = ['closures', 'specialEvents', 'slotOverrides'] as const
const batchSize = 1_000

/**
 * Changes of schedules and capacities, and deactivations, by an import. Like the mutation it locks the calendar of a cenote before its row
 * in the catalog: two databases notice no deadlock between them.
 */
export class Openings {
  readonly #clients: PerOwner<Statements>
  readonly #locked = new Set<string>()
  readonly #changed: { readonly slug: string; readonly before: Opening; readonly after: Opening }[] = []
  readonly #deactivated = new Set<string>()

  constructor(clients: PerOwner<Statements>) {
    this.#clients = clients
  }

  /** The ids of the cenotes whose calendars the lists change, with `prune` of all; the caller locks them. */
  async toLock(lists: Lists, { prune }: { readonly prune: boolean }): Promise<string[]> {
    const named = calendarLists.flatMap((list) => (lists.get(list) ?? []) as readonly { readonly cenote: string }[])
    for await (const { id } of this.#factsOf(named.map(({ cenote }) => cenote))) this.#locked.add(id)
    const cenotes = (lists.get('cenotes') ?? []) as readonly NamedOpening[]
    if (prune && lists.has('cenotes')) {
      const all = await productSlugs(this.#clients.catalog, 'cenote', { onSale: true })
      for await (const { id } of this.#factsOf(all)) this.#locked.add(id)
    }
    const wanted = new Map(cenotes.map((cenote) => [cenote.slug, cenote]))
    for await (const facts of this.#factsOf([...wanted.keys()])) {
      const cenote = wanted.get(facts.slug)
      if (cenote && (cenote.isActive === false || !isSameOpening(facts, cenote))) this.#locked.add(facts.id)
    }
    return [...this.#locked]
  }

  /** Notes that a cenote was changed from one form to another. */
  note(slug: string, before: object, after: object): void {
    const [one, other] = [before as Opening, after as Opening]
    if (one.isActive && !other.isActive) this.#deactivated.add(slug)
    if (isSameOpening(one, other)) return
    this.#changed.push({ slug, before: openingOf(one), after: openingOf(other) })
  }

  /**
   * Makes sure that booked places are kept, and settles what becomes of reservations at cenotes that are taken off sale.
   * Returns why a change cannot be made, by the slug of its cenote.
   */
  async settle(facts: Pick<CalendarFacts, 'now' | 'reservations'>): Promise<Map<string, string>> {
    const { now } = facts
    const refused = new Map<string, string>()
    const changes = new Map(this.#changed.map((change) => [change.slug, change]))
    for await (const { id, slug, version, schedule } of this.#factsOf([...changes.keys(), ...this.#deactivated])) {
      if (!this.#locked.has(id))
        throw new OperatorError(`The cenote ${slug} was changed meanwhile: run the same command again`)
      if (this.#deactivated.has(slug)) {
        const deactivation = { cenoteId: id, version, schedule }
        const reason = await settleDeactivation(this.#clients.booking, deactivation, facts)
        if (reason !== undefined) refused.set(slug, reason)
      }
      const change = changes.get(slug)
      if (!change) continue
      const { before, after } = change
      const reason = await settleOpening(this.#clients.booking, { cenoteId: id, version, before, after }, now)
      if (reason !== undefined) refused.set(slug, reason)
    }
    return refused
  }

  async *#factsOf(slugs: readonly string[]): AsyncGenerator<CenoteFacts> {
    const names = [...new Set(slugs)]
    for (let from = 0; from < names.length; from += batchSize)
      yield* await readCenoteFacts(this.#clients.catalog, { slugs: names.slice(from, from + batchSize) })
  }
}

const openingOf = ({ schedule, capacity }: Opening): Opening => ({ schedule, capacity })
const isSameOpening = (one: Opening, other: Opening): boolean => isDeepStrictEqual(openingOf(one), openingOf(other))
