import { randomUUID } from 'node:crypto'
import { administer } from '../../../platform/postgres/changes.ts'
import { datesBetween } from '../../../platform/values/clock.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { apiError, validationError } from '../../../schema/errors.ts'
import type { CreateSpecialEventInput } from '../generated/resolvers.ts'
import type { SlotKey } from '../availability/index.ts'
import { administrator } from '../context.ts'
import type { CalendarContext } from './context.ts'
import { eventForm, type EventForm } from './form.ts'
import { requireBookedCapacity } from './affected.ts'
import { slotsOfRange } from './override/slots-of-range.ts'
import {
  deleteSeries,
  findSeries,
  insertEvents,
  lockDays,
  refreshEventCapacities,
  slotsLimitedByEvents,
} from './store/days.ts'

/**
 * Adds a special event on each day of a range; returns the id of the series. Errors: ERROR_VALIDACION,
 * CENOTE_NOT_FOUND, RESERVATIONS_AFFECTED for a capacity below what is booked.
 */
export async function createSpecialEvent(
  { cenoteId: named, ...given }: CreateSpecialEventInput,
  context: CalendarContext,
): Promise<string> {
  const form = eventForm.read(given)
  const { startTime, endTime, capacity = null } = form
  const terms = await context.services.upstream.cenote(named, context.identity)
  const { hourly } = terms.capacity
  if (capacity !== null && capacity > hourly) throw validationError({ capacity: [{ code: 'TOO_LARGE', max: hourly }] })
  const slots = during(slotsOfRange(form, terms, context), startTime, endTime)
  const seriesId = randomUUID()
  const dates = datesBetween(form.from, form.to)
  return administer(administrator(context), async (client) => {
    await lockDays(client, terms.id, dates)
    if (capacity !== null) await requireBookedCapacity(client, terms.id, slots, capacity)
    await insertEvents(
      client,
      terms.id,
      dates.map((date) => ({ seriesId, date, message: messageOf(form), startTime, endTime, capacity })),
    )
    if (capacity !== null) await refreshEventCapacities(client, terms.id, slots)
    return {
      subject: { type: 'special_event', id: seriesId },
      action: 'created',
      before: null,
      after: { cenoteId: terms.id, ...form },
    }
  })
}

/** Removes a special event from all its days and returns its id. Error: CALENDAR_ENTRY_NOT_FOUND. */
export function deleteSpecialEvent(id: string, context: CalendarContext): Promise<string> {
  return administer(administrator(context), async (client) => {
    const events = isUuid(id) ? await findSeries(client, id) : []
    const [first] = events
    if (!first) throw apiError('CALENDAR_ENTRY_NOT_FOUND', { id })
    const { cenoteId, seriesId, startTime, endTime } = first
    const dates = events.map(({ date }) => date)
    await lockDays(client, cenoteId, dates)
    await deleteSeries(client, seriesId)
    if (startTime !== null && endTime !== null) {
      const slots = await slotsLimitedByEvents(client, cenoteId, dates)
      await refreshEventCapacities(client, cenoteId, during(slots, startTime, endTime))
    }
    return {
      subject: { type: 'special_event', id: seriesId },
      action: 'deleted',
      before: { cenoteId, from: dates[0], to: dates.at(-1), events },
      after: null,
    }
  })
}

/** The message of an event to guests. */
export const messageOf = ({
  name,
  startTime,
  endTime,
}: Pick<EventForm, 'name' | 'startTime' | 'endTime'>): LocalizedText => ({
  en: `${name.en} from ${startTime} to ${endTime}`,
  es: `${name.es} de ${startTime} a ${endTime}`,
})

/** The slots that begin during an event. */
export const during = (slots: readonly SlotKey[], startTime: string, endTime: string): SlotKey[] =>
  slots.filter(({ time }) => startTime <= time && time < endTime)
