import { describe, expect, it } from '@jest/globals'
import { departuresErrors, type GivenDepartures } from './departures.ts'

type Time = GivenDepartures['times'][number]
const at = (startTime: string, more: Partial<Time> = {}): Time => ({
  weekdays: ['monday', 'friday'],
  startTime,
  capacity: 10,
  ...more,
})
const summer = { from: '2027-06-01', until: '2027-08-31' }

describe('departures', () => {
  it.each<[string, Time[]]>([
    ['other hours', [at('08:00'), at('08:01')]],
    ['other weekdays', [at('08:00'), at('08:00', { weekdays: ['sunday'] })]],
    ['seasons after each other', [at('08:00', summer), at('08:00', { from: '2027-09-01' })]],
    ['seasons before each other', [at('08:00', summer), at('08:00', { until: '2027-05-31' })]],
    ['a season of one day', [at('08:00', { from: '2027-06-01', until: '2027-06-01' })]],
  ])('do not overlap at %s', (_, times) => {
    expect(departuresErrors({ times })).toEqual({})
  })

  it.each<[string, Time[]]>([
    ['all year', [at('08:00'), at('08:00')]],
    ['on one weekday', [at('08:00'), at('08:00', { weekdays: ['friday', 'sunday'] })]],
    ['on the last day of a season', [at('08:00', summer), at('08:00', { from: summer.until })]],
    ['on the first day of a season', [at('08:00', { until: summer.from }), at('08:00', summer)]],
    ['within a season', [at('08:00', summer), at('08:00')]],
  ])('overlap %s, which names the later entry', (_, times) => {
    expect(departuresErrors({ times: [at('07:00'), ...times] }, 'departures.')).toEqual({
      'departures.times.2': [{ code: 'OVERLAPS', field: 'departures.times.1' }],
    })
  })

  it('have seasons that do not end before they begin, and each weekday once', () => {
    const times = [
      at('08:00', { from: '2027-06-02', until: '2027-06-01' }),
      at('09:00', { weekdays: ['monday', 'monday'] }),
    ]
    expect(departuresErrors({ times })).toEqual({
      'times.0.until': [{ code: 'BEFORE_FROM' }],
      'times.1.weekdays.1': [{ code: 'NAMED_TWICE' }],
    })
  })

  it('have exceptions that are cancelled or have a capacity, one for each date and start time', () => {
    const exception = { date: '2027-06-01', startTime: '08:00' }
    const exceptions = [
      { ...exception, cancelled: true },
      { ...exception, capacity: 4 },
      { date: '2027-06-02', startTime: '08:00', cancelled: false, capacity: 0 },
      { date: '2027-06-03', startTime: '08:00' },
      { date: '2027-06-04', startTime: '08:00', cancelled: true, capacity: 4 },
    ]
    expect(departuresErrors({ times: [], exceptions })).toEqual({
      'exceptions.1': [{ code: 'NAMED_TWICE' }],
      'exceptions.3.capacity': [{ code: 'REQUIRED_WITH', field: 'cancelled', value: 'false' }],
      'exceptions.4.capacity': [{ code: 'EXCLUDED_BY', field: 'cancelled', value: 'true' }],
    })
  })
})
