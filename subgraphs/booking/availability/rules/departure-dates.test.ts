import { describe, expect, it } from '@jest/globals'
import { stopsAt } from './stops.ts'
import { departureDates } from './departure-dates.ts'
import { addDays } from '../../../../platform/values/clock.ts'
import { everyDay, stop, tourTerms } from '../../../../tests/testkit/tour-terms.ts'
import type { DateRange } from './date-range.ts'

const day = '2026-11-30'
const at = (start: string, end = start): DateRange => ({ start, end })
const departing = (...times: string[]) =>
  tourTerms({ times: times.map((startTime) => ({ weekdays: everyDay, startTime, capacity: 12 })) })
const cancun = { offsetMinutes: 60, timezone: 'America/Cancun' }

describe('the dates of a tour that a day of a cenote concerns', () => {
  it('are that day where its departures arrive on the day on which they depart', () => {
    expect(departureDates(departing('09:00', '14:00'), cancun, at(day))).toEqual(at(day))
    expect(departureDates(departing('09:00'), cancun, at(day, '2026-12-24'))).toEqual(at(day, '2026-12-24'))
  })

  it('include the day before where a departure arrives after midnight', () => {
    const late = { ...cancun, offsetMinutes: 180 }
    expect(departureDates(departing('22:00'), late, at(day))).toEqual(at('2026-11-29'))
    expect(departureDates(departing('09:00', '22:00'), late, at(day))).toEqual(at('2026-11-29', day))
    expect(departureDates(departing('09:00'), { ...cancun, offsetMinutes: 2 * 1_440 }, at(day))).toEqual(
      at('2026-11-28'),
    )
  })

  it('go by the clock of the tour, and the days by that of the cenote', () => {
    // 23:00 of the last of November in Cancún is 05:00 of the next day in Madrid.
    expect(
      departureDates(departing('22:00'), { offsetMinutes: 60, timezone: 'Europe/Madrid' }, at('2026-12-01')),
    ).toEqual(at(day))
    const kiritimati = { ...departing('05:00'), timezone: 'Pacific/Kiritimati' }
    expect(departureDates(kiritimati, cancun, at(day))).toEqual(at('2026-12-01'))
  })

  it('begin and end with a date that has a departure', () => {
    const sundays = tourTerms({ times: [{ weekdays: ['SUNDAY'], startTime: '09:00', capacity: 12 }] })
    expect(departureDates(sundays, cancun, at('2026-11-30', '2026-12-15'))).toEqual(at('2026-12-06', '2026-12-13'))
    expect(departureDates(sundays, cancun, at(day))).toBeNull()
    expect(departureDates(departing(), cancun, at(day, '2028-11-30'))).toBeNull()
  })

  it('are all on which a departure takes places of the cenote on one of the days, whatever the zones', () => {
    const zones = ['America/Cancun', 'Europe/Madrid', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']
    const schedule = { openTime: '00:00', closeTime: '24:00', daysOpen: everyDay }
    for (const tourZone of zones)
      for (const timezone of zones)
        for (const offsetMinutes of [0, 95, 700, 2_000]) {
          const visit = stop({ offsetMinutes, schedule: { ...schedule, timezone } })
          const tour = { ...tourTerms({}, [visit]), timezone: tourZone }
          const days = at('2027-03-27', '2027-03-29')
          const found: string[] = []
          for (let date = addDays(days.start, -5); date <= addDays(days.end, 5); date = addDays(date, 1))
            for (const time of ['09:00', '14:00'])
              if (stopsAt(tour, date, time).some((slot) => days.start <= slot.date && slot.date <= days.end))
                found.push(date)
          expect(departureDates(tour, { offsetMinutes, timezone }, days)).toEqual(
            at(found[0] as string, found.at(-1) as string),
          )
        }
  })
})
