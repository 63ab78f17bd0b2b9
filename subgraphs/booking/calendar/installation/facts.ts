import { addDays, localDateTime, type Weekday } from '../../../../platform/values/clock.ts'
import type { ItemKeys } from '../../../../platform/values/item-keys.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import type { CenoteTerms, OpeningHours } from '../../availability/index.ts'
import type { Choice, Decision } from '../../disruption/index.ts'

/** Opening hours as files and the catalog's database spell them, with weekdays in lower case. */
export type StoredHours = Omit<OpeningHours, 'daysOpen'> & { readonly daysOpen: readonly string[] }

/** The facts of a cenote that calendars need; another subgraph stores them. */
export interface CenoteFacts extends Pick<CenoteTerms, 'capacity'> {
  readonly id: string
  readonly slug: string
  readonly schedule: StoredHours
}

/** A cenote with its opening hours as this subgraph reads them. */
export type OpenCenote = Omit<CenoteFacts, 'schedule'> & { readonly schedule: OpeningHours }

export const openingHours = (stored: StoredHours): OpeningHours => ({
  ...stored,
  daysOpen: weekdaysOf(stored.daysOpen),
})

/** Weekdays that are spelled in lower case. */
export const weekdaysOf = (names: readonly string[]): Weekday[] => names.map((name) => name.toUpperCase() as Weekday)

/** The context of the calendar's lists in an installation file. */
export interface CalendarFacts {
  /** Facts of cenotes by slug or by id; those that do not exist are left out. */
  cenotes(keys: ItemKeys): Promise<CenoteFacts[]>
  readonly now: Date
  /** How reservations are treated where something is closed; without one they refuse it. */
  readonly reservations: Choice | null
}

/** The decision of an import on reservations that stand where it closes something. */
export const decisionOf = ({ reservations }: Pick<CalendarFacts, 'reservations'>): Decision => ({
  choice: reservations,
  reason: null,
  notifyGuests: true,
  author: { type: 'operator', keyId: null, keyLabel: null },
  seesReservations: true,
  operation: undefined,
})

/** The date at a cenote. */
export const todayAt = ({ schedule }: { readonly schedule: Pick<OpeningHours, 'timezone'> }, now: Date): string =>
  localDateTime(now, schedule.timezone).date

/** A date that is today or past at every place. */
export const earliestToday = (now: Date): string => addDays(now.toISOString().slice(0, 10), -1)

export const unknownCenote: FieldErrors = { cenote: [{ code: 'UNKNOWN' }] }

/** Cenotes of items, by slug. */
export async function cenotesOf(
  facts: CalendarFacts,
  items: readonly { readonly cenote: string }[],
): Promise<Map<string, OpenCenote>> {
  const found = await facts.cenotes({ slugs: [...new Set(items.map(({ cenote }) => cenote))] })
  return new Map(found.map((cenote) => [cenote.slug, openCenote(cenote)]))
}

/** Ids of the cenotes of items. */
export const cenoteIdsOf = async (
  facts: CalendarFacts,
  items: readonly { readonly cenote: string }[],
): Promise<string[]> => [...(await cenotesOf(facts, items)).values()].map(({ id }) => id)

/** Cenotes of stored rows, by id. */
export async function cenotesById(
  facts: CalendarFacts,
  rows: readonly { readonly cenoteId: string }[],
): Promise<Map<string, OpenCenote>> {
  const found = await facts.cenotes({ ids: [...new Set(rows.map(({ cenoteId }) => cenoteId))] })
  return new Map(found.map((cenote) => [cenote.id, openCenote(cenote)]))
}

const openCenote = (cenote: CenoteFacts): OpenCenote => ({ ...cenote, schedule: openingHours(cenote.schedule) })

/** Results of work on items, one after the other: a connection runs one statement at a time. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}
