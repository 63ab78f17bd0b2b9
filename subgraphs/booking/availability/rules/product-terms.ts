import { clocksChangeOn, existsLocally, fullHours, type Weekday } from '../../../../platform/values/clock.ts'

/** The catalog's opening days and hours of a cenote. */
export interface OpeningHours {
  /** HH:MM, local. */
  readonly openTime: string
  readonly closeTime: string
  readonly timezone: string
  readonly daysOpen: readonly Weekday[]
}

/** The facts of the catalog about the places of a cenote. */
export interface CenoteTerms {
  readonly isActive: boolean
  /** Minutes before its start at which booking a slot ends, */
  readonly bookingCutoffMinutes: number
  readonly schedule: OpeningHours & {
    /** except on these weekdays. */
    readonly cutoffs: readonly { readonly weekday: Weekday; readonly minutes: number }[]
  }
  readonly capacity: { readonly daily: number; readonly hourly: number }
}

/** Slots of a day on which the clocks are not changed: hourly from opening up to the last full hour before closing. */
export const usualSlotTimes = ({ openTime, closeTime }: OpeningHours): readonly string[] =>
  fullHours(openTime, closeTime)

/** Slots of a date. One that the clocks skip, where they are put forward that night, is not there. */
export function slotTimes(schedule: OpeningHours, date: string): readonly string[] {
  const times = usualSlotTimes(schedule)
  if (!clocksChangeOn(date, schedule.timezone)) return times
  return times.filter((time) => existsLocally(date, time, schedule.timezone))
}

/** A slot on some weekdays, all year or in a season. */
export interface WeeklySlot {
  readonly weekdays: readonly Weekday[]
  /** HH:MM, local. */
  readonly startTime: string
  readonly capacity: number
  /** The season, both days included; null where it has no end. */
  readonly from?: string | null
  readonly until?: string | null
}

/** One slot that is cancelled, has another capacity, or is not among the usual times. */
export interface SlotException {
  readonly date: string
  readonly startTime: string
  readonly cancelled: boolean
  /** Null when it is cancelled. */
  readonly capacity?: number | null
}

/** The slots of a product: the departures of a tour, or the hours of a cenote. */
export interface Schedule {
  readonly times: readonly WeeklySlot[]
  readonly exceptions: readonly SlotException[]
}

/** A cenote at which a tour stops. */
export interface StopTerms {
  readonly cenoteId: string
  /** From the departure to the arrival. */
  readonly offsetMinutes: number
  /** Whether a party takes places of the cenote. */
  readonly takesPlaces: boolean
  readonly cenote: {
    readonly isActive: boolean
    readonly schedule: OpeningHours
    readonly capacity: CenoteTerms['capacity']
  }
}

/** The facts of the catalog about the places of a product. Members that may be absent are facts of cenotes. */
export interface ProductTerms {
  readonly isActive: boolean
  readonly timezone: string
  /** From the start of a slot to its end. */
  readonly durationMinutes: number
  /** The smallest party. */
  readonly minParty: number
  /** Minutes before its start at which booking a slot ends. */
  readonly bookingCutoffMinutes: number
  /** Weekdays that have another cutoff. */
  readonly cutoffs?: CenoteTerms['schedule']['cutoffs']
  readonly schedule: Schedule
  /** People on one day. */
  readonly daily?: number
  /** Weekdays that are open even if they have no slot, or only slots without places. */
  readonly daysOpen?: readonly Weekday[]
  /** In the order of the visit. */
  readonly stops: readonly StopTerms[]
}

/** A slot of a cenote is one hour. */
const slotMinutes = 60

/** A cenote is a product without stops, with the same slots on every day that it is open. */
export const termsOfCenote = ({ isActive, bookingCutoffMinutes, schedule, capacity }: CenoteTerms): ProductTerms => ({
  isActive,
  timezone: schedule.timezone,
  durationMinutes: slotMinutes,
  minParty: 1,
  bookingCutoffMinutes,
  cutoffs: schedule.cutoffs,
  schedule: {
    times: usualSlotTimes(schedule).map((startTime) => ({
      weekdays: schedule.daysOpen,
      startTime,
      capacity: capacity.hourly,
    })),
    exceptions: [],
  },
  daily: capacity.daily,
  daysOpen: schedule.daysOpen,
  stops: [],
})

/** The stops at which a party takes places. */
export const sharedStops = ({ stops }: Pick<ProductTerms, 'stops'>): readonly StopTerms[] =>
  stops.filter(({ takesPlaces }) => takesPlaces)
