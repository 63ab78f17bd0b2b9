import { clocksChangeOn, existsLocally, weekdayOf, type Weekday } from '../../../../platform/values/clock.ts'
import type { Schedule, SlotException, WeeklySlot } from './product-terms.ts'

/** A slot of a date. */
export interface ScheduledSlot {
  readonly time: string
  readonly capacity: number
  readonly isCancelled: boolean
}

/** Computed once from a schedule, for all dates. */
interface Timetable {
  /** In order of time. */
  readonly times: readonly WeeklySlot[]
  /** Of the weekdays that were requested. */
  readonly ofWeekday: Partial<Record<Weekday, readonly WeeklySlot[]>>
  /** By date, those that cancel or change a slot by its time. */
  readonly exceptions: ReadonlyMap<string, ReadonlyMap<string, SlotException>>
}
const timetables = new WeakMap<Schedule, Timetable>()

function timetableOf(schedule: Schedule): Timetable {
  const known = timetables.get(schedule)
  if (known) return known
  const exceptions = new Map<string, Map<string, SlotException>>()
  for (const exception of schedule.exceptions) {
    const ofDate = exceptions.get(exception.date) ?? new Map<string, SlotException>()
    exceptions.set(exception.date, ofDate.set(exception.startTime, exception))
  }
  const times = [...schedule.times].sort((a, b) => (a.startTime < b.startTime ? -1 : 1))
  const timetable = { times, ofWeekday: {}, exceptions }
  timetables.set(schedule, timetable)
  return timetable
}

/** Slots of a date, in order. One at a time that the clocks skip, where they are put forward that night, is not there. */
export function slotsOn(schedule: Schedule, timezone: string, date: string): readonly ScheduledSlot[] {
  const { times, ofWeekday, exceptions } = timetableOf(schedule)
  const weekday = weekdayOf(date)
  const usual = (ofWeekday[weekday] ??= times.filter(({ weekdays }) => weekdays.includes(weekday)))
  const changed = exceptions.get(date)
  let found: ScheduledSlot[] = []
  for (const { startTime: time, capacity, from, until } of usual) {
    if ((from != null && date < from) || (until != null && until < date)) continue
    const exception = changed?.get(time)
    const isCancelled = exception?.cancelled === true
    found.push({ time, capacity: (isCancelled ? null : exception?.capacity) ?? capacity, isCancelled })
  }
  if (changed) found = withExtra(found, [...changed.values()])
  return clocksChangeOn(date, timezone) ? found.filter(({ time }) => existsLocally(date, time, timezone)) : found
}

/** Slots and those that exceptions add to them: a capacity at a time of which there is none. */
function withExtra(usual: readonly ScheduledSlot[], exceptions: readonly SlotException[]): ScheduledSlot[] {
  const known = new Set(usual.map(({ time }) => time))
  const extra = exceptions
    .filter(({ startTime, cancelled }) => !cancelled && !known.has(startTime))
    .map(({ startTime: time, capacity }) => ({ time, capacity: capacity ?? 0, isCancelled: false }))
  return [...usual, ...extra].sort((a, b) => (a.time < b.time ? -1 : 1))
}

/** The earliest and the latest time of any slot; null when there is none. */
export function timesOfDay({ times, exceptions }: Schedule): { readonly first: string; readonly last: string } | null {
  const all = [...times, ...exceptions].map(({ startTime }) => startTime).sort()
  const [first, last] = [all[0], all.at(-1)]
  return first === undefined || last === undefined ? null : { first, last }
}
