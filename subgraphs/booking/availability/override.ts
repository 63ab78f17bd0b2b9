import { randomUUID } from 'node:crypto'
import { isLocalDate } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/database.ts'
import type { LocalizedText } from '../../../platform/i18n.ts'
import { apiError, validationError } from '../../../schema/errors.ts'
import type { Mistakes } from '../../../schema/mistakes.ts'
import type { Context } from '../context.ts'
import type { OverrideAvailabilityInput, ResolversTypes, SpecialEventInput } from '../generated/resolvers.ts'
import { availability, localNow } from './availability.ts'
import { lockDay, replaceOverrides, type SlotOverride } from './repository.ts'
import { slotTimes, type CenoteTerms } from './slots.ts'

const mostPeople = 1_000_000
const mostEvents = 20
const longestText = 500

/**
 * Replaces what differs from usual on one date (decisions 5) and tells that day. AVAILABILITY_CHECK_FAILED for a past
 * date, a time that is no slot, and a capacity under what is booked: booked places are never taken away.
 */
export async function overrideAvailability(
  input: OverrideAvailabilityInput,
  context: Context,
): Promise<ResolversTypes['CenoteAvailability'] & object> {
  checkInput(input)
  const { date, specialEvents } = input
  const cenote = await context.services.terms.cenote(input.cenoteId, context.identity)
  const cenoteId = cenote.id
  const fail = (rule: string, details: object = {}): never => {
    throw apiError('AVAILABILITY_CHECK_FAILED', { rule, date, ...details })
  }
  if (date < localNow(cenote, context).date) fail('date_in_past')
  const overrides = overridesOf(input, cenote, (time) => fail('not_a_slot', { time }))
  await inTransaction(context.database.pool, async (client) => {
    const bookedAt = await lockDay(client, cenoteId, date)
    for (const { time, capacity } of overrides) {
      const booked = bookedAt.get(time) ?? 0
      if (capacity !== null && capacity < booked) fail('capacity_below_booked', { time, capacity, booked })
    }
    const events = specialEvents.map((event) => ({ id: randomUUID(), message: messageOf(event) }))
    await replaceOverrides(client, cenoteId, date, overrides, events)
  })
  return availability(cenote, { startDate: date, visitors: 1 }, context)
}

/** Every slot that differs. A slot named itself goes before the events that it begins during; of those the least holds. */
function overridesOf(
  { date, timeSlots, specialEvents }: OverrideAvailabilityInput,
  { schedule }: CenoteTerms,
  refuse: (time: string) => never,
): SlotOverride[] {
  const times = slotTimes(schedule, date)
  const named = new Map(timeSlots.map((slot) => [slot.time, slot]))
  for (const time of named.keys()) if (!times.includes(time)) refuse(time)
  return times.flatMap((time) => {
    const slot = named.get(time)
    const during = specialEvents.filter(({ startTime, endTime }) => startTime <= time && time < endTime)
    const limits = during.flatMap(({ capacity }) => capacity ?? [])
    const capacity = slot?.capacity ?? (limits.length > 0 ? Math.min(...limits) : null)
    if (!slot && capacity === null) return []
    return [{ time, capacity, closed: slot?.available === false, note: slot?.reason?.trim() || null }]
  })
}

function messageOf({ name, startTime, endTime }: SpecialEventInput): LocalizedText {
  const event = name.trim()
  return { en: `${event} from ${startTime} to ${endTime}`, es: `${event} de ${startTime} a ${endTime}` }
}

/** Checks what GraphQL's types let through. */
function checkInput({ date, timeSlots, specialEvents }: OverrideAvailabilityInput): void {
  const fields: Mistakes = {}
  const checkText = (name: string, text: string | null | undefined): void => {
    if (text == null) return
    if (text.length > longestText) fields[name] = [`must have at most ${longestText} characters`]
    if (text.includes('\0')) fields[name] = ['must not have a NUL']
  }
  const checkPeople = (name: string, capacity: number | null | undefined): void => {
    if (capacity != null && capacity > mostPeople) fields[name] = [`must be at most ${mostPeople}`]
  }
  if (!isLocalDate(date)) fields.date = ['must be a date, YYYY-MM-DD']
  const seen = new Set<string>()
  timeSlots.forEach(({ time, capacity, reason }, index) => {
    if (seen.has(time)) fields[`timeSlots.${index}.time`] = ['must not name a slot twice']
    seen.add(time)
    checkPeople(`timeSlots.${index}.capacity`, capacity)
    checkText(`timeSlots.${index}.reason`, reason)
  })
  if (specialEvents.length > mostEvents) fields.specialEvents = [`must have at most ${mostEvents} items`]
  specialEvents.forEach(({ name, startTime, endTime, capacity }, index) => {
    if (name.trim() === '') fields[`specialEvents.${index}.name`] = ['must not be empty']
    if (endTime <= startTime) fields[`specialEvents.${index}.endTime`] = ['must be after startTime']
    checkPeople(`specialEvents.${index}.capacity`, capacity)
    checkText(`specialEvents.${index}.name`, name)
  })
  if (Object.keys(fields).length > 0) throw validationError(fields)
}
