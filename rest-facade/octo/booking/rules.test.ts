import { describe, expect, it } from '@jest/globals'
import { isConfirmed, isOver, requireChangeable, requireOnHold } from './rules.ts'

const booking = (status: 'PENDING' | 'CONFIRMED' | 'IN_PROGRESS' | 'CANCELLED', reason: string | null = null) => ({
  status,
  cancellation: { reason, cancelledAt: null, note: null },
})
const [onHold, confirmed, redeemed] = [booking('PENDING'), booking('CONFIRMED'), booking('IN_PROGRESS')]
const [cancelled, expired] = [booking('CANCELLED', 'GUEST_REQUEST'), booking('CANCELLED', 'HOLD_EXPIRED')]
const refusal = (code: string) => expect.objectContaining({ code })

describe('what can be done with a booking', () => {
  it('confirming it again changes nothing; expired it is unknown, cancelled it is impossible', () => {
    expect(isConfirmed(onHold, 'u')).toBe(false)
    expect(isConfirmed(confirmed, 'u')).toBe(true)
    expect(isConfirmed(redeemed, 'u')).toBe(true)
    expect(() => isConfirmed(expired, 'u')).toThrow(refusal('INVALID_BOOKING_UUID'))
    expect(() => isConfirmed(cancelled, 'u')).toThrow(refusal('UNPROCESSABLE_ENTITY'))
  })

  it('cancelling it again changes nothing, nor does cancelling an expired hold', () => {
    expect([onHold, confirmed, cancelled, expired].map((one) => isOver(one))).toEqual([false, false, true, true])
    expect(() => isOver(redeemed)).toThrow(refusal('UNPROCESSABLE_ENTITY'))
  })

  it('only a hold can be extended', () => {
    expect(() => requireOnHold(onHold, 'u')).not.toThrow()
    expect(() => requireOnHold(expired, 'u')).toThrow(refusal('INVALID_BOOKING_UUID'))
    for (const other of [confirmed, cancelled, redeemed])
      expect(() => requireOnHold(other, 'u')).toThrow(refusal('UNPROCESSABLE_ENTITY'))
  })

  it('only a hold and what is confirmed can be changed', () => {
    for (const one of [onHold, confirmed]) expect(() => requireChangeable(one)).not.toThrow()
    for (const other of [cancelled, expired, redeemed])
      expect(() => requireChangeable(other)).toThrow(refusal('UNPROCESSABLE_ENTITY'))
  })
})
