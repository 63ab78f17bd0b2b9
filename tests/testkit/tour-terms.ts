import type { Weekday } from '../../platform/values/clock.ts'
import type { ProductTerms, Schedule, StopTerms } from '../../subgraphs/booking/availability/index.ts'

/** A tour, and a cenote where it stops, for tests. */
export const everyDay: Weekday[] = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']
export const firstCenote = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ab'
export const secondCenote = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ac'

/** Open from 08:00 to 17:00, for 20 people an hour. */
export const stop = (changes: Partial<StopTerms['cenote']> & Partial<Omit<StopTerms, 'cenote'>> = {}): StopTerms => {
  const { cenoteId = firstCenote, offsetMinutes = 60, takesPlaces = true, ...cenote } = changes
  return {
    cenoteId,
    offsetMinutes,
    takesPlaces,
    cenote: {
      isActive: true,
      schedule: { openTime: '08:00', closeTime: '17:00', timezone: 'America/Cancun', daysOpen: everyDay },
      capacity: { daily: 100, hourly: 20 },
      ...cenote,
    },
  }
}

/** A tour of three hours, every day at 09:00 and 14:00, for 12 people. */
export const tourTerms = (
  {
    times = ['09:00', '14:00'].map((startTime) => ({ weekdays: everyDay, startTime, capacity: 12 })),
    exceptions = [],
  }: Partial<Schedule> = {},
  stops: readonly StopTerms[] = [],
): ProductTerms => ({
  isActive: true,
  timezone: 'America/Cancun',
  durationMinutes: 180,
  minParty: 1,
  bookingCutoffMinutes: 0,
  schedule: { times, exceptions },
  stops,
})
