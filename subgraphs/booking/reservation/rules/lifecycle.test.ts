import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../../tests/testkit/long-form.ts'
import { bindingDeadline, cancellationDeadline, refundCeilingAfterMove, refundOf, refundShare } from './cancellation.ts'
import { allowedTransitions, canApply, changesWithin, checkLifecycle, lifecycle, type Operation } from './lifecycle.ts'
import { cancellationReasons, reservationStatuses } from '../../../../schema/reservation-statuses.ts'

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
    expect(Object.fromEntries(reservationStatuses.map((status) => [status, allowedTransitions(status)]))).toEqual({
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

  it('is the one of docs/partner-api/reservations.md', () => {
    const names: Record<Operation, string> = {
      confirm: '`POST …/confirm`',
      cancel: '`POST …/cancel`',
      expire: 'the hold ends',
      checkIn: '`POST …/checkin`',
      complete: '`POST …/complete`',
      markNoShow: '`POST …/no-show`, or the visit day ends',
      refund: '`POST …/refund`',
      modify: '`PATCH …`',
      extend: '`POST …/extend`',
      returnCredit: '`POST …/refund` of a credit',
      recordPayment: '`POST …/payments`',
    }
    const rows = [
      ...Object.entries(lifecycle).map(([operation, { from, to }]) => [operation, from, to] as const),
      ...Object.entries(changesWithin).map(([operation, from]) => [operation, from, 'stays'] as const),
    ].map(([operation, from, to]) => [names[operation as Operation], from.join(', '), to].join(' | '))
    const page = readFileSync(new URL('../../../../docs/partner-api/reservations.md', import.meta.url), 'utf8')
    const documented = page
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.replace(/ +\|/g, ' |').replace(/\| +/g, '| ').slice(2, -2))
    expect(documented.slice(2, 2 + rows.length)).toEqual(rows)
  })
})

describe('cancelling', () => {
  const visit = new Date('2026-11-28T15:00:00Z')
  const of = { visitAt: visit, disrupted: false, refundCeiling: 1 }
  const before = (hours: number): Date => new Date(visit.getTime() - hours * 3_600_000)

  it('at the guest’s request refunds all from 48 hours, half from 24, nothing later', () => {
    expect(refundShare('guest_request', of, before(48))).toBe(1)
    expect(refundShare('guest_request', of, before(47.99))).toBe(0.5)
    expect(refundShare('guest_request', of, before(24))).toBe(0.5)
    expect(refundShare('guest_request', of, before(23.99))).toBe(0)
  })

  it('of one whose day was closed refunds all, and is possible until the visit', () => {
    expect(refundShare('guest_request', { ...of, disrupted: true }, before(1))).toBe(1)
    expect(bindingDeadline({ status: 'confirmed', ...of, disrupted: true }, false)).toEqual(visit)
  })

  it('at the guest’s request refunds at most the share that held when it was moved', () => {
    const moved = { ...of, refundCeiling: 0.5 }
    expect(refundShare('guest_request', moved, before(1_000))).toBe(0.5)
    expect(refundShare('guest_request', moved, before(1))).toBe(0)
    expect(refundShare('guest_request', { ...moved, disrupted: true }, before(1))).toBe(1)
    expect(refundShare('weather', moved, before(1))).toBe(1)
  })

  it('is bound by a move of what was paid alone, and never released by a later one', () => {
    const paid = { amountCents: 100, id: 'p', method: null, provider: null, transactionId: null, paidAt: '' }
    const payment = { ...paid, status: 'completed' } as const
    const confirmed = { ...of, status: 'confirmed', payment } as const
    expect(refundCeilingAfterMove(confirmed, before(48))).toBe(1)
    expect(refundCeilingAfterMove(confirmed, before(30))).toBe(0.5)
    expect(refundCeilingAfterMove({ ...confirmed, refundCeiling: 0.5 }, before(100))).toBe(0.5)
    expect(refundCeilingAfterMove({ ...confirmed, refundCeiling: 0.5 }, before(2))).toBe(0)
    for (const free of [{ payment: null }, { status: 'pending' }, { disrupted: true }] as const)
      expect(refundCeilingAfterMove({ ...confirmed, ...free }, before(2))).toBe(1)
    expect(refundCeilingAfterMove({ ...confirmed, payment: { ...payment, returnedCents: 100 } }, before(2))).toBe(1)
  })

  it('by the operator always refunds all', () => {
    for (const reason of cancellationReasons.filter((reason) => reason !== 'guest_request'))
      expect(refundShare(reason, of, before(-5))).toBe(1)
  })

  it('is possible until the visit when pending, until 24 hours before when confirmed, for the operator until the visit', () => {
    expect(bindingDeadline({ status: 'pending', ...of }, false)).toEqual(visit)
    expect(bindingDeadline({ status: 'confirmed', ...of }, false)).toEqual(before(24))
    expect(bindingDeadline({ status: 'confirmed', ...of }, true)).toEqual(visit)
    expect(cancellationDeadline(visit)).toEqual(before(24))
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
          const { amountCents, feesCents, eligible } = refundOf({ retainedCents, creditCents }, share, requested)
          expect(amountCents + feesCents).toBe(retainedCents)
          expect(amountCents).toBeGreaterThanOrEqual(creditCents)
          expect(amountCents).toBeLessThanOrEqual(creditCents + Math.ceil(price * share))
          expect(amountCents).toBeLessThanOrEqual(Math.max(creditCents, requested ?? Infinity))
          expect(eligible).toBe(amountCents > 0)
          expect(Number.isInteger(amountCents)).toBe(true)
        },
      ),
      runs(100),
    )
  })
})
