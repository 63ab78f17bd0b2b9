import type { Static } from 'typebox'
import { mapInTurns } from '../../../platform/process/turn.ts'
import { datesBetween } from '../../../platform/values/clock.ts'
import { maxPeople } from '../../../schema/visit-terms.ts'
import type { OctoCenoteSlotsFragment, OctoDayFragment, OctoDayPricesFragment } from '../../generated/operations.ts'
import { endsOn, timestampsOn, utcSeconds } from '../ids.ts'
import type { OpeningHours } from '../opening-hours.ts'
import { partyPricing, unitPricing } from '../pricing.ts'
import type { Days } from './days.ts'
import type { Availability, CalendarDay } from './schema.ts'

export type AvailabilityBody = Static<typeof Availability>
type CalendarBody = Static<typeof CalendarDay>
export type SlotDay = OctoCenoteSlotsFragment['availability']['days'][number]
type Slot = SlotDay['timeSlots'][number]

interface DaysForm {
  readonly timeZone: string
  readonly durationMinutes: number
  /** Of a day on which it is open. */
  readonly openingHours: readonly OpeningHours[]
  /** Whether the party could be booked in an empty slot. */
  readonly isBookable: boolean
  /** Null without `octo/pricing`. */
  readonly prices: Prices | null
}

/** Prices by day. */
export type Prices = ReadonlyMap<string, OctoDayPricesFragment>

/** The prices of a day: of each unit, and of the party. */
function pricesOn(byDate: Prices, date: string) {
  const day = byDate.get(date)
  return {
    units: day ? unitPricing(day) : [],
    party: day && partyPricing(day),
  }
}

/** The availabilities of a day. */
export function availabilitiesOf({ date, timeSlots }: SlotDay, form: DaysForm): AvailabilityBody[] {
  const { timeZone, durationMinutes, openingHours, isBookable, prices } = form
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
    const available = slot.available && isBookable
    return {
      id,
      localDateTimeStart: id,
      localDateTimeEnd: endOf(slot.time),
      utcCutoffAt: utcSeconds(slot.bookableUntil),
      allDay: false,
      available,
      status: statusOf({ ...slot, isOpen: isOpen(slot), available }),
      vacancies: slot.remaining,
      capacity: slot.capacity,
      maxUnits: Math.min(slot.remaining, maxPeople),
      openingHours: [...openingHours],
      ...pricing,
    }
  })
}

/** Whether a slot takes bookings at all; a full one, until booking it ends. */
const isOpen = ({ remaining, waitlist }: Slot): boolean => remaining > 0 || waitlist === true

/** The status of a slot or a day, which is available to the party with AVAILABLE and LIMITED alone. */
function statusOf({
  isOpen,
  available,
  remaining,
  capacity,
}: {
  readonly isOpen: boolean
  readonly available: boolean
  readonly remaining: number
  readonly capacity: number
}): AvailabilityBody['status'] {
  if (!isOpen) return 'CLOSED'
  if (!available) return 'SOLD_OUT'
  return remaining * 2 < capacity ? 'LIMITED' : 'AVAILABLE'
}

/** The entries of a calendar, one for each day of a range. */
export function calendarOf(
  { start, end }: Days,
  days: readonly OctoDayFragment[],
  form: CalendarForm,
): Promise<CalendarBody[]> {
  const byDate = new Map(days.map((day) => [day.date, day]))
  return mapInTurns(datesBetween(start, end), (date) => calendarDay(date, byDate.get(date), form))
}

type CalendarForm = Pick<DaysForm, 'openingHours' | 'isBookable' | 'prices'>

/** The entry of a day. A day that was not read is in the past. */
function calendarDay(
  localDate: string,
  day: OctoDayFragment | undefined,
  { openingHours, isBookable, prices }: CalendarForm,
): CalendarBody {
  if (!day?.capacity || (day.reason !== null && !openReasons.has(day.reason)))
    return {
      localDate,
      available: false,
      status: 'CLOSED',
      vacancies: 0,
      capacity: 0,
      openingHours: [],
      ...(prices ? { unitPricingFrom: [] } : {}),
    }
  const { remaining, total, maxSlotRemaining } = day.capacity
  const available = day.available && isBookable
  const dayPrices = prices && pricesOn(prices, localDate)
  return {
    localDate,
    available,
    status: statusOf({ isOpen: true, available, remaining, capacity: total }),
    vacancies: maxSlotRemaining,
    capacity: total,
    openingHours: [...openingHours],
    ...(dayPrices && {
      unitPricingFrom: dayPrices.units,
      ...(dayPrices.party ? { pricingFrom: dayPrices.party } : {}),
    }),
  }
}

/** Reasons that depend on the party or on other bookings. For any other reason the day is closed. */
const openReasons: ReadonlySet<string> = new Set(['BELOW_MINIMUM', 'TOO_MANY_VISITORS', 'FULLY_BOOKED', 'STOP_FULL'])
