import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { cancellationDeadline, cancellationReasons, refundOf, refundShare } from './cancellation.ts'
import { allowedTransitions, canApply, checkLifecycle, lifecycle, statuses } from './lifecycle.ts'

describe('the lifecycle of a reservation', () => {
  it('is whole: every state is known and can be reached', () => {
    expect(() => checkLifecycle()).not.toThrow()
  })

  it('is refused when it names an unknown state or leaves one unreachable', () => {
    expect(() => checkLifecycle({ ...lifecycle, confirm: { from: ['paid' as never], to: 'confirmed' } })).toThrow(
      'paid',
    )
    expect(() => checkLifecycle(lifecycle, { modify: ['paid' as never] })).toThrow('paid')
    const { refund: _refund, ...withoutRefund } = lifecycle
    expect(() => checkLifecycle(withoutRefund)).toThrow('refunded')
  })

  it('allows exactly the documented transitions', () => {
    expect(Object.fromEntries(statuses.map((status) => [status, allowedTransitions(status)]))).toEqual({
      pending: ['confirmed', 'cancelled'],
      confirmed: ['cancelled', 'in_progress', 'no_show'],
      in_progress: ['completed'],
      completed: ['refunded'],
      cancelled: ['refunded'],
      no_show: ['refunded'],
      refunded: [],
    })
    expect(canApply('confirm', 'cancelled')).toBe(false)
  })
})

describe('cancelling', () => {
  const visit = new Date('2026-11-28T15:00:00Z')
  const before = (hours: number): Date => new Date(visit.getTime() - hours * 3_600_000)

  it('on the guest’s request gives back all from 48 hours, half from 24, nothing later', () => {
    expect(refundShare('guest_request', visit, before(48))).toBe(1)
    expect(refundShare('guest_request', visit, before(47.99))).toBe(0.5)
    expect(refundShare('guest_request', visit, before(24))).toBe(0.5)
    expect(refundShare('guest_request', visit, before(23.99))).toBe(0)
  })

  it('by the operator always gives back all', () => {
    for (const reason of cancellationReasons.filter((reason) => reason !== 'guest_request'))
      expect(refundShare(reason, visit, before(-5))).toBe(1)
  })

  it('is possible until the visit when pending, until 24 hours before when confirmed', () => {
    expect(cancellationDeadline('pending', visit)).toEqual(visit)
    expect(cancellationDeadline('confirmed', visit)).toEqual(before(24))
  })

  it('never gives back more than was paid or is due, and tells where every cent went', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.constantFrom(0, 0.5, 1),
        fc.option(fc.nat(20_000_000)),
        (paid, share, requested) => {
          const { amountCents, feesCents, eligible } = refundOf(paid, share, requested)
          expect(amountCents + feesCents).toBe(paid)
          expect(amountCents).toBeLessThanOrEqual(Math.ceil(paid * share))
          if (requested !== null) expect(amountCents).toBeLessThanOrEqual(requested)
          expect(eligible).toBe(amountCents > 0)
          expect(Number.isInteger(amountCents)).toBe(true)
        },
      ),
    )
  })
})
