import { describe, expect, it } from '@jest/globals'
import type { GateReservationFragment } from '../../generated/operations.ts'
import type { GateCenote } from '../session.ts'
import { arrivalFacts } from './arrival-facts.ts'

const cenote = (id: string, latitude: number): GateCenote => ({
  id,
  name: id,
  location: { latitude, longitude: -87.4 },
  schedule: { timezone: 'America/Cancun' },
})
const cenotes = [cenote('pool', 20.2), cenote('cave', 20.3)]
const confirmed = {
  status: 'CONFIRMED',
  product: { id: 'pool', name: 'Pool' },
  visitDate: '2026-12-05',
  visitTime: '08:00',
  timezone: 'America/Cancun',
  transport: null,
  tickets: 'PARTY',
  cancellation: { reason: null },
  checkIn: null,
}
const meetingAt = (latitude: number) => ({
  meetingPoint: { coordinates: { latitude, longitude: -87.4 } },
  pickup: { date: '2026-12-05', time: '07:30' },
})
const factsOf = (differing: object, cenoteId = 'pool') =>
  arrivalFacts(
    { ...confirmed, ...differing } as unknown as GateReservationFragment,
    { cenoteId, cenotes, isSandbox: false },
    { dueCents: 0, isCheckedInHere: false },
    new Date('2026-12-05T13:00:00Z'),
  )
const timesOf = (...given: Parameters<typeof factsOf>) => {
  const { isHere, expected } = factsOf(...given)
  return [isHere, ...expected.map(({ time }) => time)]
}

describe('the facts of an arrival', () => {
  it('are by the clock of the visit', () => {
    expect(factsOf({}).now).toEqual({ date: '2026-12-05', time: '08:00' })
    const checkIn = { checkedInAt: '2026-12-05T13:05:00Z', actualVisitors: { total: 2 } }
    expect(factsOf({ status: 'IN_PROGRESS', checkIn }).arrivedAt).toBe('08:05')
  })

  it('expect a party at its meeting point only where that is the entrance', () => {
    expect(timesOf({ transport: meetingAt(20.201) })).toEqual([true, '08:00', '07:30'])
    expect(timesOf({ transport: meetingAt(20.21) })).toEqual([true, '08:00'])
    expect(timesOf({ transport: { ...meetingAt(20.2), meetingPoint: null } })).toEqual([true, '08:00'])
  })

  it('find a party at another cenote, and expect one of a tour at its stops', () => {
    expect(timesOf({}, 'cave')).toEqual([false, '08:00'])
    expect(timesOf({}, '')).toEqual([true, '08:00'])
    const product = { id: 'tour', name: 'Tour', cenotes: [{ id: 'cave' }], stops: [] }
    expect(timesOf({ product }, 'cave')).toEqual([true, '08:00'])
    expect(timesOf({ product: { ...product, stops: [{ cenoteId: 'cave', offsetMinutes: 90 }] } }, 'cave')).toEqual([
      true,
      '08:00',
      '09:30',
    ])
    expect(timesOf({ product })).toEqual([false, '08:00'])
    expect(timesOf({ product, transport: meetingAt(20.2) })).toEqual([true, '08:00', '07:30'])
    expect(timesOf({ product }, '')).toEqual([true, '08:00'])
  })
})
