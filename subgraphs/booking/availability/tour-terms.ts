import type { Weekday } from '../../../platform/values/clock.ts'
import type { CenoteTerms, OpeningHours } from './slots.ts'

/** A departure on some weekdays, all year or in a season. */
export interface DepartureTime {
  readonly weekdays: readonly Weekday[]
  /** HH:MM, local. */
  readonly startTime: string
  readonly capacity: number
  /** The season, both days included; null where it has no end. */
  readonly from?: string | null
  readonly until?: string | null
}

/** One departure that is cancelled, has another capacity, or is not among the usual times. */
export interface DepartureException {
  readonly date: string
  readonly startTime: string
  readonly cancelled: boolean
  /** Null when it is cancelled. */
  readonly capacity?: number | null
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

/** The facts of the catalog about the places of a tour. */
export interface TourTerms {
  readonly isActive: boolean
  readonly timezone: string
  readonly durationMinutes: number
  /** The smallest party. */
  readonly minParty: number
  /** Minutes before its start at which booking a departure ends. */
  readonly bookingCutoffMinutes: number
  readonly departures: {
    readonly times: readonly DepartureTime[]
    readonly exceptions: readonly DepartureException[]
  }
  /** In the order of the visit. */
  readonly stops: readonly StopTerms[]
}

/** The stops at which a party takes places. */
export const sharedStops = ({ stops }: Pick<TourTerms, 'stops'>): readonly StopTerms[] =>
  stops.filter(({ takesPlaces }) => takesPlaces)
