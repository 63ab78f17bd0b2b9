import { describe, expect, it } from '@jest/globals'
import { bookingStatus, bookingTimes, cancellationOf } from './status.ts'

const none = { reason: null, cancelledAt: null, note: null }
const cancelledAt = '2026-12-01T10:00:00.123Z'
const updatedAt = '2026-12-01T11:00:00.500Z'

describe('the status of a booking', () => {
  it.each([
    ['PENDING', 'ON_HOLD'],
    ['CONFIRMED', 'CONFIRMED'],
    ['NO_SHOW', 'CONFIRMED'],
    ['IN_PROGRESS', 'REDEEMED'],
    ['COMPLETED', 'REDEEMED'],
    ['CANCELLED', 'CANCELLED'],
    ['REFUNDED', 'CANCELLED'],
  ] as const)('of a reservation that is %s is %s', (status, expected) => {
    expect(bookingStatus({ status, cancellation: none })).toBe(expected)
  })

  it('is EXPIRED after the end of its hold, which it shows, without a cancellation', () => {
    const expired = {
      status: 'CANCELLED' as const,
      cancellation: { ...none, reason: 'HOLD_EXPIRED', cancelledAt },
      createdAt: updatedAt,
      updatedAt,
      timeline: { paymentDeadline: '2026-12-01T09:59:59.000Z' },
      checkIn: null,
      refund: null,
    }
    expect(bookingStatus(expired)).toBe('EXPIRED')
    expect(cancellationOf(expired)).toBeNull()
    expect(bookingTimes(expired)).toEqual({
      utcCreatedAt: '2026-12-01T11:00:00Z',
      utcUpdatedAt: '2026-12-01T11:00:00Z',
      utcExpiresAt: '2026-12-01T09:59:59Z',
      utcRedeemedAt: null,
      utcConfirmedAt: null,
    })
  })
})

describe('the cancellation of a booking', () => {
  const cancelled = (refund: { amountCents: number; feesCents: number } | null, reason = 'GUEST_REQUEST') => ({
    status: 'CANCELLED' as const,
    cancellation: { reason, cancelledAt, note: null },
    updatedAt,
    refund,
  })

  it('names the share of what was paid that is refunded', () => {
    expect(cancellationOf(cancelled({ amountCents: 100, feesCents: 0 }))?.refund).toBe('FULL')
    expect(cancellationOf(cancelled({ amountCents: 50, feesCents: 50 }))?.refund).toBe('PARTIAL')
    expect(cancellationOf(cancelled({ amountCents: 0, feesCents: 100 }))?.refund).toBe('NONE')
    expect(cancellationOf(cancelled(null))?.refund).toBe('NONE')
  })

  it('has the words of the caller, or else the reason of the operator', () => {
    const refund = null
    expect(cancellationOf(cancelled(refund))?.reason).toBeNull()
    expect(cancellationOf(cancelled(refund, 'WEATHER'))?.reason).toBe('weather')
    const worded = { ...cancelled(refund), cancellation: { ...cancelled(refund).cancellation, note: 'Ill' } }
    expect(cancellationOf(worded)).toEqual({ refund: 'NONE', reason: 'Ill', utcCancelledAt: '2026-12-01T10:00:00Z' })
  })

  it('of a missed visit that was refunded is of the refund', () => {
    const refunded = {
      status: 'REFUNDED' as const,
      cancellation: none,
      updatedAt,
      refund: { amountCents: 1, feesCents: 0 },
    }
    expect(cancellationOf(refunded)).toEqual({ refund: 'FULL', reason: null, utcCancelledAt: '2026-12-01T11:00:00Z' })
  })
})
