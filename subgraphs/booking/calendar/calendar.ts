import { listEvents, readOverrides, type EventRow, type OverrideRow } from '../availability/index.ts'
import type { Disruption } from '../disruption/index.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { QueryCalendarArgs } from '../generated/resolvers.ts'
import type { CalendarContext } from './context.ts'
import { rangeForm } from './form.ts'
import { listClosures, type ClosureRow } from './store/closures.ts'
import { findSeries } from './store/days.ts'

/** The closures, events and overrides of some days of a cenote. */
export interface Calendar {
  readonly closures: readonly ClosureRow[]
  readonly specialEvents: readonly EventSeries[]
  readonly slotOverrides: readonly OverrideRow[]
  /** By the mutation that returns this. */
  readonly disruption?: Disruption | null
}

/** An event on a range of days. */
export interface EventSeries {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly message: LocalizedText
  readonly startTime: string | null
  readonly endTime: string | null
  readonly capacity: number | null
}

/** The entries of a range of days. Errors: ERROR_VALIDACION, CENOTE_NOT_FOUND. */
export async function calendarOf(
  { cenoteId, ...given }: QueryCalendarArgs,
  context: CalendarContext,
): Promise<Calendar> {
  const { from, to } = rangeForm.read(given)
  const { id } = await context.services.upstream.cenote(cenoteId, context.identity)
  const { pool } = context.database
  const [closures, events, slotOverrides] = await Promise.all([
    listClosures(pool, id, from, to),
    listEvents(pool, id, from, to),
    readOverrides(pool, { cenoteId: id, from, to }),
  ])
  return { closures, specialEvents: seriesOf(events), slotOverrides }
}

/** Events of one series as one, by their first day. */
export function seriesOf(events: readonly EventRow[]): EventSeries[] {
  const series = new Map<string, EventSeries>()
  for (const { seriesId, date, ...event } of events) {
    const known = series.get(seriesId)
    series.set(seriesId, known ? { ...known, to: date } : { id: seriesId, from: date, to: date, ...event })
  }
  return [...series.values()]
}

/** A series by its id; null when there is none. */
export async function eventSeries(id: string, { database }: CalendarContext): Promise<EventSeries | null> {
  return seriesOf(await findSeries(database.pool, id))[0] ?? null
}
