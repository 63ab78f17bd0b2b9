import { describe, expect, it } from '@jest/globals'
import { cancellationReasons } from '../../../../schema/reservation-statuses.ts'
import { bindingDeadline, cancellationDeadline, refundCeilingAfterMove, refundShare } from './cancellation.ts'

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
})
