import type { Static } from 'typebox'
import { nextDate } from '../../../platform/values/clock.ts'
import { maxPeople } from '../../../schema/visit-terms.ts'
import type { OctoCenoteSlotsFragment, OctoDayFragment, OctoDayPricesFragment } from '../../generated/operations.ts'
import { endsOn, timestampsOn, utcSeconds } from '../ids.ts'
import { partyPricing, unitPricing } from '../pricing.ts'
import type { Days } from './days.ts'
import type { Party } from './party.ts'
import type { Availability, CalendarDay } from './schema.ts'

type AvailabilityBody = Static<typeof Availability>
type CalendarBody = Static<typeof CalendarDay>
type SlotDay = OctoCenoteSlotsFragment['availability']['days'][number]
type Slot = SlotDay['timeSlots'][number]

interface DaysForm {
  readonly timeZone: string
  readonly durationMinutes: number
  /** Whether the party could be booked in an empty slot. */
  readonly isBookable: boolean
  readonly prices: Prices | null
}

/** Prices by day, and the party that they are for; null without `octo/pricing`. */
export interface Prices {
  readonly byDate: ReadonlyMap<string, OctoDayPricesFragment>
  readonly party: Party | null
}

/** The prices of a day: of the units that are requested, and of the party. */
function pricesOn({ byDate, party }: Prices, date: string) {
  const day = byDate.get(date)
  return {
    units: day ? unitPricing(day, party?.counts) : [],
    party: day && partyPricing(day),
  }
}

/** The availabilities of a day. */
export function availabilitiesOf({ date, timeSlots }: SlotDay, form: DaysForm): AvailabilityBody[] {
  const { timeZone, durationMinutes, isBookable, prices } = form
  if (timeSlots.length === 0) return []
  const idOf = timestampsOn(date, timeZone)
  const endOf = endsOn(date, timeZone, durationMinutes)
  const dayPrices = prices && pricesOn(prices, date)
  const pricing = dayPrices && {
    unitPricing: dayPrices.units,
    ...(dayPrices.party ? { pricing: dayPrices.party } : {}),
  }
  return timeSlots.map((slot) => {
    const id = idOf(slot.time)
    return {
      id,
      localDateTimeStart: id,
      localDateTimeEnd: endOf(slot.time),
      utcCutoffAt: utcSeconds(slot.bookableUntil),
      allDay: false,
      available: slot.available && isBookable,
      status: slotStatus(slot),
      vacancies: slot.remaining,
      capacity: slot.capacity,
      maxUnits: Math.min(slot.remaining, maxPeople),
      openingHours: [],
      ...pricing,
    }
  })
}

/** A full slot is sold out while it still takes bookings, and closed afterwards. */
function slotStatus({ remaining, capacity, waitlist }: Slot): AvailabilityBody['status'] {
  if (remaining === 0) return waitlist === true ? 'SOLD_OUT' : 'CLOSED'
  return placesStatus(remaining, capacity)
}

const placesStatus = (remaining: number, capacity: number): 'LIMITED' | 'AVAILABLE' =>
  remaining * 2 < capacity ? 'LIMITED' : 'AVAILABLE'

/** The entries of a calendar, one for each day of a range. */
export function calendarOf(
  range: Days,
  days: readonly OctoDayFragment[],
  form: Pick<DaysForm, 'isBookable' | 'prices'>,
): CalendarBody[] {
  const byDate = new Map(days.map((day) => [day.date, day]))
  const entries: CalendarBody[] = []
  for (let date = range.start; date <= range.end; date = nextDate(date))
    entries.push(calendarDay(date, byDate.get(date), form))
  return entries
}

/** The entry of a day. A day that was not read is in the past. */
function calendarDay(
  localDate: string,
  day: OctoDayFragment | undefined,
  { isBookable, prices }: Pick<DaysForm, 'isBookable' | 'prices'>,
): CalendarBody {
  const status = day ? dayStatus(day) : 'CLOSED'
  if (!day?.capacity || status === 'CLOSED')
    return {
      localDate,
      available: false,
      status: 'CLOSED',
      vacancies: 0,
      capacity: 0,
      openingHours: [],
      ...(prices ? { unitPricingFrom: [] } : {}),
    }
  const dayPrices = prices && pricesOn(prices, localDate)
  return {
    localDate,
    available: day.available && isBookable,
    status,
    vacancies: day.capacity.remaining,
    capacity: day.capacity.total,
    openingHours: [],
    ...(dayPrices && {
      unitPricingFrom: dayPrices.units,
      ...(dayPrices.party ? { pricingFrom: dayPrices.party } : {}),
    }),
  }
}

/** Reasons that depend on the party or on other bookings. For any other reason the day is closed. */
const openReasons: ReadonlySet<string> = new Set(['below_minimum', 'too_many_visitors', 'fully_booked', 'stop_full'])

function dayStatus({ capacity, reason }: OctoDayFragment): CalendarBody['status'] {
  if (!capacity || (reason !== null && !openReasons.has(reason))) return 'CLOSED'
  return capacity.remaining === 0 ? 'SOLD_OUT' : placesStatus(capacity.remaining, capacity.total)
}
