import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../../../tests/testkit/long-form.ts'
import { reportedReservation } from '../../../../../tests/testkit/reported-reservation.ts'
import type { Reservation } from '../../reservation.ts'
import { byGuest, refundFor, refundOf, refuseCancellation } from './refund.ts'

const payment = {
  id: 'p',
  method: null,
  provider: null,
  transactionId: null,
  paidAt: '',
  amountCents: 1_000,
  status: 'completed',
} as const
const pending = reportedReservation('a partner')
const confirmed: Reservation = {
  ...pending,
  status: 'confirmed',
  payment,
  pricing: { ...pending.pricing, totalCents: 1_000 },
}
const before = (hours: number): Date => new Date(confirmed.visitAt.getTime() - hours * 3_600_000)

describe('a cancellation', () => {
  const weather = { reason: 'weather' } as const

  it('by the guest is refused from 24 hours before the visit, with the deadline', () => {
    expect(refuseCancellation(confirmed, byGuest, before(24.01), false)).toBeUndefined()
    expect(refuseCancellation(confirmed, byGuest, before(24), false)).toMatchObject({
      extensions: {
        code: 'CANCELLATION_NOT_ALLOWED',
        details: { reason: 'too_close_to_visit_date', deadline: before(24).toISOString() },
      },
    })
  })

  it('is refused once the visit has begun, unless an operator forces it or its reason is the operator’s', () => {
    const refused = (request: Parameters<typeof refuseCancellation>[1], isOperators: boolean): boolean =>
      refuseCancellation(confirmed, request, before(-1), isOperators) !== undefined
    expect(refused(byGuest, true)).toBe(true)
    expect(refused({ ...byGuest, force: true }, true)).toBe(false)
    expect(refused({ ...byGuest, force: true }, false)).toBe(true)
    expect(refused(weather, false)).toBe(false)
  })
})

describe('the refund of a cancellation', () => {
  it('is a share by the time before the visit, in whole cents, and is processed', () => {
    expect(refundFor(confirmed, byGuest, before(30))).toEqual({
      eligible: true,
      amountCents: 500,
      settledCents: 0,
      feesCents: 500,
      processingTime: '5-10 business days',
      refundId: null,
      status: 'processing',
      method: null,
    })
  })

  it('is nothing when none is requested, and says when nothing was paid', () => {
    const declined = { ...byGuest, refundRequested: false }
    expect(refundFor(confirmed, declined, before(100))).toMatchObject({ amountCents: 0, status: 'not_applicable' })
    const unpaid = { ...confirmed, payment: null }
    expect(refundFor(unpaid, byGuest, before(100))).toMatchObject({ eligible: false, status: 'not_paid' })
  })

  it('of a pending reservation is all that was paid, whatever was requested', () => {
    const paid = { ...confirmed, status: 'pending' } as const
    const declined = { ...byGuest, refundRequested: false, refundAmountCents: 1 }
    expect(refundFor(paid, declined, before(1))).toMatchObject({ amountCents: 1_000, feesCents: 0 })
  })

  it('never refunds more than was paid or is due, and accounts for every cent', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.constantFrom(0, 1, 5_000_000),
        fc.constantFrom(0, 0.5, 1),
        fc.option(fc.nat(20_000_000)),
        (price, creditCents, share, requested) => {
          const retainedCents = price + creditCents
          const { amountCents, feesCents } = refundOf({ retainedCents, creditCents }, share, requested)
          expect(amountCents + feesCents).toBe(retainedCents)
          expect(amountCents).toBeGreaterThanOrEqual(creditCents)
          expect(amountCents).toBeLessThanOrEqual(creditCents + Math.ceil(price * share))
          expect(amountCents).toBeLessThanOrEqual(Math.max(creditCents, requested ?? Infinity))
          expect(Number.isInteger(amountCents)).toBe(true)
        },
      ),
      runs(100),
    )
  })
})
