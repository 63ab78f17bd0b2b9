import { isDeepStrictEqual } from 'node:util'
import type { Statements } from '../../platform/postgres/database.ts'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { lockCalendars, settleOpening } from '../../subgraphs/booking/calendar/index.ts'
import { readCenoteFacts, type CenoteFacts } from '../../subgraphs/catalog/cenote/index.ts'
import type { PerOwner } from './databases.ts'
import type { Lists } from './validate.ts'

type Opening = Pick<CenoteFacts, 'schedule' | 'capacity'>

const calendarLists = ['closures', 'specialEvents', 'slotOverrides'] as const
const batchSize = 1_000

/**
 * Changes of schedules and capacities by an import. Like the mutation it locks the calendar of a cenote before its row
 * in the catalog: two databases notice no deadlock between them.
 */
export class Openings {
  readonly #clients: PerOwner<Statements>
  readonly #locked = new Set<string>()
  readonly #changed: { readonly slug: string; readonly before: Opening; readonly after: Opening }[] = []

  constructor(clients: PerOwner<Statements>) {
    this.#clients = clients
  }

  /** Locks the calendars that the lists change, until the transaction ends. */
  async lock(lists: Lists): Promise<void> {
    const named = calendarLists.flatMap((list) => (lists.get(list) ?? []) as readonly { readonly cenote: string }[])
    for await (const { id } of this.#factsOf(named.map(({ cenote }) => cenote))) this.#locked.add(id)
    const cenotes = (lists.get('cenotes') ?? []) as readonly (Opening & { readonly slug: string })[]
    const wanted = new Map(cenotes.map((cenote) => [cenote.slug, cenote]))
    for await (const facts of this.#factsOf([...wanted.keys()])) {
      const cenote = wanted.get(facts.slug)
      if (cenote && !isSameOpening(facts, cenote)) this.#locked.add(facts.id)
    }
    await lockCalendars(this.#clients.booking, [...this.#locked])
  }

  /** Notes that a cenote was changed from one form to another. */
  note(slug: string, before: object, after: object): void {
    const [one, other] = [before as Opening, after as Opening]
    if (isSameOpening(one, other)) return
    this.#changed.push({ slug, before: openingOf(one), after: openingOf(other) })
  }

  /** Makes sure that booked places are kept. Returns why a change cannot be made, by the slug of its cenote. */
  async settle(now: Date): Promise<Map<string, string>> {
    const refused = new Map<string, string>()
    const changes = new Map(this.#changed.map((change) => [change.slug, change]))
    for await (const { id, slug, version } of this.#factsOf([...changes.keys()])) {
      if (!this.#locked.has(id))
        throw new OperatorError(`The schedule of ${slug} was changed meanwhile: run the same command again`)
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
