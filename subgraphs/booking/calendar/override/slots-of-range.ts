import { datesBetween, localDateTime, weekdayOf } from '../../../../platform/values/clock.ts'
import { validationError } from '../../../../schema/errors.ts'
import { slotTimes, type OpeningHours, type SlotKey } from '../../availability/index.ts'
import type { CatalogTerms } from '../../upstream/index.ts'
import type { CalendarContext } from '../context.ts'

interface Range {
  readonly from: string
  readonly to: string
}

/** The slots of the open days of a range; what is past cannot be changed any more: ERROR_VALIDACION. */
export function slotsOfRange(
  range: Range,
  { schedule }: Pick<CatalogTerms, 'schedule'>,
  { clock }: Pick<CalendarContext, 'clock'>,
): SlotKey[] {
  if (range.from < localDateTime(clock.now(), schedule.timezone).date)
    throw validationError({ from: [{ code: 'IN_THE_PAST' }] })
  return openSlots(range, { schedule })
}

/** The slots of the open days of a range. */
export function openSlots({ from, to }: Range, { schedule }: { readonly schedule: OpeningHours }): SlotKey[] {
  return datesBetween(from, to)
    .filter((date) => schedule.daysOpen.includes(weekdayOf(date)))
    .flatMap((date) => slotTimes(schedule, date).map((time) => ({ date, time })))
}

/** Those of the slots that are at some times; ERROR_VALIDACION for a time that none of them is at. */
export function slotsAt(slots: readonly SlotKey[], times: readonly string[] | undefined): readonly SlotKey[] {
  if (!times) return slots
  const known = new Set(slots.map(({ time }) => time))
  const unknown = times.flatMap((time, index) =>
    known.has(time) ? [] : [[`times.${index}`, [{ code: 'UNKNOWN' as const }]]],
  )
  if (unknown.length > 0) throw validationError(Object.fromEntries(unknown) as Parameters<typeof validationError>[0])
  return slots.filter(({ time }) => times.includes(time))
}
