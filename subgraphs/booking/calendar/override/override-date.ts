import { isBlank, visibleText } from '../../../../platform/values/text.ts'
import { randomUUID } from 'node:crypto'
import { isLocalDate } from '../../../../platform/values/clock.ts'
import { administer } from '../../../../platform/postgres/changes.ts'
import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { LocalizedText } from '../../../../platform/values/i18n.ts'
import { apiError, requireValid } from '../../../../schema/errors.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import type { CodeOf } from '../../../../schema/vocabularies.ts'
import {
  bookingWindow,
  cenoteAvailability,
  closedReason,
  listEvents,
  lockDay,
  nothingTaken,
  readOverrides,
  replaceSlotOverrides,
  replaceSpecialEvents,
  slotTimes,
  type CenoteAvailability,
  type CenoteTerms,
  type LockedSlot,
  type SlotOverride,
} from '../../availability/index.ts'
import { administrator } from '../../context.ts'
import { scopeAtCenote, settleStanding, decisionOf, type Disruption } from '../../disruption/index.ts'
import type { OverrideAvailabilityInput, SlotOverrideInput, SpecialEventInput } from '../../generated/resolvers.ts'

import type { CalendarContext } from '../context.ts'
import { closedSlots, disruptionBy } from './override-slots.ts'
import { lockCalendar } from '../store/standing.ts'

const maxEvents = 20
const maxTextLength = 500

type Refuse = (rule: CodeOf<'availabilityRule'>, details?: object) => never

/**
 * Overrides one date and returns that day. It replaces only what the input names: each slot in `timeSlots`, and all
 * events of the date when `specialEvents` is present. AVAILABILITY_CHECK_FAILED for a date that is past or too far
 * ahead, a time that is no slot, and a capacity above the catalog's or below what is booked; EXISTING_RESERVATIONS for
 * closing slots that have reservations; INSUFFICIENT_PERMISSIONS.
 */
export async function overrideAvailability(
  input: OverrideAvailabilityInput,
  context: CalendarContext,
): Promise<CenoteAvailability & { readonly disruption: Disruption | null }> {
  const decision = decisionOf(input, context)
  checkInput(input)
  const { date, timeSlots, specialEvents } = input
  const cenote = await context.services.upstream.cenote(input.cenoteId, context.identity)
  const cenoteId = cenote.id
  const refuse: Refuse = (rule, details) => {
    throw apiError('AVAILABILITY_CHECK_FAILED', { rule, date, ...details })
  }
  const closed = closedReason(
    { ...bookingWindow(cenote.schedule, context), terms: cenote, inventory: nothingTaken },
    date,
  )
  if (closed === 'past_date') refuse('date_in_past')
  if (closed === 'too_far_ahead') refuse('date_too_far_ahead')
  const times = slotTimes(cenote.schedule, date)
  const overrides = (timeSlots ?? []).map((slot) => slotOverride(slot, times, cenote, refuse))
  const capacities = specialEvents && eventCapacities(specialEvents, times, cenote, refuse)
  const closing = overrides.filter(({ closed: isClosed }) => isClosed)
  let disruptionId: string | null = null
  await administer(administrator(context), async (client) => {
    // Also those that would confirm a reservation wait.
    if (closing.length > 0) await lockCalendar(client, cenoteId)
    const slots = await lockDay(client, cenoteId, date)
    requireCapacityForBooked(slots, overrides, capacities ?? undefined, refuse)
    if (closing.length > 0) {
      const scope = scopeAtCenote(cenoteId, { from: date, to: date, times: closing.map(({ time }) => time) })
      const reason = closing.find(({ note }) => note !== null)?.note ?? null
      disruptionId = await settleStanding(client, closedSlots(scope, reason), decision, context.clock.now())
    }
    const before = await dayEntries(client, cenoteId, date)
    if (overrides.length > 0) await replaceSlotOverrides(client, cenoteId, date, overrides)
    if (specialEvents && capacities) {
      const events = specialEvents.map((event) => ({
        ...event,
        id: randomUUID(),
        message: messageOf(event),
        capacity: event.capacity ?? null,
      }))
      await replaceSpecialEvents(client, cenoteId, date, events, capacities)
    }
    const after = await dayEntries(client, cenoteId, date)
    return { subject: { type: 'slot_override', id: cenoteId }, action: 'updated', before, after }
  })
  const day = await cenoteAvailability(cenote, { startDate: date, visitors: 1 }, context)
  return { ...day, disruption: await disruptionBy(disruptionId, context) }
}

/** The overrides of a day, for the record of its change. */
async function dayEntries(client: PoolClient, cenoteId: string, date: string): Promise<object> {
  const overrides = await readOverrides(client, { cenoteId, from: date, to: date })
  const events = await listEvents(client, cenoteId, date, date)
  return { overrides, specialEvents: events.map(({ seriesId: _replaced, ...event }) => event) }
}

function slotOverride(
  { time, capacity, available, reason }: SlotOverrideInput,
  times: readonly string[],
  { capacity: { hourly } }: CenoteTerms,
  refuse: Refuse,
): SlotOverride {
  if (!times.includes(time)) refuse('not_a_slot', { time })
  if (capacity != null && capacity > hourly) refuse('capacity_above_catalog', { time, capacity, maximum: hourly })
  return { time, capacity: capacity ?? null, closed: !available, note: visibleText(reason) }
}

/** The capacities of slots that begin during events: of several the smallest applies. */
function eventCapacities(
  events: readonly SpecialEventInput[],
  times: readonly string[],
  { capacity: { hourly } }: CenoteTerms,
  refuse: Refuse,
): Map<string, number> {
  const capacities = new Map<string, number>()
  for (const { name, startTime, endTime, capacity } of events) {
    if (capacity == null) continue
    // An event limits each slot that begins during it, so the bound is that of a slot however long the event is.
    if (capacity > hourly) refuse('capacity_above_catalog', { event: name, capacity, maximum: hourly })
    for (const time of times)
      if (startTime <= time && time < endTime)
        capacities.set(time, Math.min(capacity, capacities.get(time) ?? capacity))
  }
  return capacities
}

/** Places that are booked are never taken away. */
function requireCapacityForBooked(
  slots: ReadonlyMap<string, LockedSlot>,
  overrides: readonly SlotOverride[],
  eventCapacities: ReadonlyMap<string, number> | undefined,
  refuse: Refuse,
): void {
  const named = new Map(overrides.map((override) => [override.time, override]))
  for (const [time, { booked, capacity: own, eventCapacity }] of slots) {
    const ofEvents = eventCapacities ? (eventCapacities.get(time) ?? null) : eventCapacity
    const override = named.get(time)
    const capacity = (override ? override.capacity : own) ?? ofEvents
    if (capacity !== null && capacity < booked) refuse('capacity_below_booked', { time, capacity, booked })
  }
}

function messageOf({ name, startTime, endTime }: SpecialEventInput): LocalizedText {
  const event = name.trim()
  return { en: `${event} from ${startTime} to ${endTime}`, es: `${event} de ${startTime} a ${endTime}` }
}

/** Checks what GraphQL's types let through. */
function checkInput({ date, timeSlots, specialEvents }: OverrideAvailabilityInput): void {
  const fields: FieldErrors = {}
  const checkText = (name: string, text: string | null | undefined): void => {
    if (text == null) return
    if (text.length > maxTextLength) fields[name] = [{ code: 'TOO_LONG', max: maxTextLength }]
    if (text.includes('\0')) fields[name] = [{ code: 'HAS_NUL' }]
  }
  if (!isLocalDate(date)) fields.date = [{ code: 'NOT_A_DATE' }]
  const seen = new Set<string>()
  timeSlots?.forEach(({ time, reason }, index) => {
    if (seen.has(time)) fields[`timeSlots.${index}.time`] = [{ code: 'SLOT_NAMED_TWICE' }]
    seen.add(time)
    checkText(`timeSlots.${index}.reason`, reason)
  })
  if (specialEvents && specialEvents.length > maxEvents)
    fields.specialEvents = [{ code: 'TOO_MANY_ITEMS', max: maxEvents }]
  specialEvents?.forEach(({ name, startTime, endTime }, index) => {
    if (isBlank(name)) fields[`specialEvents.${index}.name`] = [{ code: 'EMPTY' }]
    if (endTime <= startTime) fields[`specialEvents.${index}.endTime`] = [{ code: 'NOT_AFTER_START_TIME' }]
    checkText(`specialEvents.${index}.name`, name)
  })
  requireValid(fields)
}
