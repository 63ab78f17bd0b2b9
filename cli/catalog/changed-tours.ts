import { isDeepStrictEqual } from 'node:util'
import type { Statements } from '../../platform/postgres/database.ts'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { settleTour, type CalendarFacts } from '../../subgraphs/booking/calendar/index.ts'
import { productSlugs } from '../../subgraphs/catalog/product/index.ts'
import {
  keepsTimetable,
  readTourTimetables,
  type TourItem,
  type TourTimetable,
} from '../../subgraphs/catalog/tour/index.ts'
import type { PerOwner } from './databases.ts'
import type { Lists } from './lists.ts'

type Timetable = Pick<TourTimetable, 'timezone' | 'departures'> & { readonly isActive: boolean }

const batchSize = 1_000

/** Changes of departures, and deactivations of tours, by an import: as `Openings` are of cenotes. */
export class TourChanges {
  readonly #clients: PerOwner<Statements>
  readonly #locked = new Set<string>()
  readonly #changes = new Map<string, { readonly before: Timetable; readonly after: Timetable }>()

  constructor(clients: PerOwner<Statements>) {
    this.#clients = clients
  }

  /** The ids of the tours whose departures the list may change, with `prune` of all on sale; the caller locks them. */
  async toLock(lists: Lists, { prune }: { readonly prune: boolean }): Promise<string[]> {
    const items = new Map(((lists.get('tours') ?? []) as readonly TourItem[]).map((item) => [item.slug, item]))
    for await (const tour of this.#timetables([...items.keys()])) {
      const item = items.get(tour.slug)
      if (item && !keepsTimetable(item, tour)) this.#locked.add(tour.id)
    }
    if (prune && lists.has('tours')) {
      const others = (await productSlugs(this.#clients.catalog, 'tour', { onSale: true })).filter(
        (slug) => !items.has(slug),
      )
      for await (const { id } of this.#timetables(others)) this.#locked.add(id)
    }
    return [...this.#locked]
  }

  /** Notes that a tour was changed from one form to another. */
  note(slug: string, before: object, after: object): void {
    const [one, other] = [before as Timetable, after as Timetable]
    if (isDeactivation(one, other) || !isSameTimetable(one, other))
      this.#changes.set(slug, { before: one, after: other })
  }

  /** Settles what becomes of reservations. Returns why a change cannot be made, by the slug of its tour. */
  async settle(facts: Pick<CalendarFacts, 'now' | 'reservations'>): Promise<Map<string, string>> {
    const refused = new Map<string, string>()
    for await (const { id: tourId, slug, version } of this.#timetables([...this.#changes.keys()])) {
      const change = this.#changes.get(slug)
      if (!change) continue
      if (!this.#locked.has(tourId))
        throw new OperatorError(`The tour ${slug} was changed meanwhile: run the same command again`)
      const isDeactivated = isDeactivation(change.before, change.after)
      const reason = await settleTour(this.#clients.booking, { tourId, version, isDeactivated, ...change }, facts)
      if (reason !== undefined) refused.set(slug, reason)
    }
    return refused
  }

  async *#timetables(slugs: readonly string[]): AsyncGenerator<TourTimetable> {
    for (let from = 0; from < slugs.length; from += batchSize)
      yield* await readTourTimetables(this.#clients.catalog, { slugs: slugs.slice(from, from + batchSize) })
  }
}

const isDeactivation = (before: Timetable, after: Timetable): boolean => before.isActive && !after.isActive
const timetableOf = ({ timezone, departures }: Timetable) => ({ timezone, departures })
const isSameTimetable = (one: Timetable, other: Timetable): boolean =>
  isDeepStrictEqual(timetableOf(one), timetableOf(other))
