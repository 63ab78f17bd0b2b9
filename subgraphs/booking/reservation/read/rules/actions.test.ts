import { describe, expect, it } from '@jest/globals'
import type { Reservation } from '../../reservation.ts'
import { allowedActions } from './actions.ts'

const hour = 3_600_000
const visitAt = new Date('2027-03-06T15:00:00Z')
const reservation = (more: object): Reservation =>
  ({
    status: 'pending',
    visitDate: '2027-03-06',
    timezone: 'America/Cancun',
    visitAt,
    createdAt: new Date(visitAt.getTime() - 96 * hour),
    extendedAt: null,
    paymentDeadline: new Date(visitAt.getTime() - 72 * hour),
    pricing: { totalCents: 1_000 },
    payment: null,
    refund: null,
    ...more,
  }) as unknown as Reservation
const before = (hours: number): Date => new Date(visitAt.getTime() - hours * hour)
const actions = (more: object, at: Date, environment: 'live' | 'sandbox' = 'live') =>
  allowedActions(reservation(more), at, environment, 'partner', 1_440)
const paid = { amountCents: 1_000 }

describe('the actions of a reservation', () => {
  it('follow its state', () => {
    expect(actions({}, before(100))).toEqual(['confirm', 'record_payment', 'modify', 'extend', 'cancel'])
    expect(actions({ status: 'confirmed', payment: paid }, before(100))).toEqual(['modify', 'cancel'])
    expect(actions({ status: 'in_progress', payment: paid }, before(0))).toEqual(['complete'])
    expect(actions({ status: 'refunded', payment: paid }, before(0))).toEqual([])
  })
  it('follow the clock: visits are checked in on their day and missed once they have begun', () => {
    const confirmed = { status: 'confirmed', payment: paid }
    expect(actions(confirmed, before(23))).toEqual(['cancel'])
    expect(actions(confirmed, before(2))).toEqual(['cancel', 'check_in'])
    expect(actions(confirmed, before(-1))).toEqual(['cancel', 'check_in', 'mark_no_show'])
    expect(actions(confirmed, before(-24))).toEqual(['cancel', 'mark_no_show'])
    expect(actions(confirmed, before(100), 'sandbox')).toEqual(['modify', 'cancel', 'check_in', 'mark_no_show'])
  })
  it('follow the money: what is due can be recorded, what was paid too much can go back', () => {
    expect(actions({ status: 'confirmed' }, before(100))).toContain('record_payment')
    const refund = { amountCents: 500, settledCents: 0 }
    expect(actions({ status: 'cancelled', payment: paid, refund }, before(100))).toEqual(['refund'])
    expect(actions({ status: 'cancelled', refund: { ...refund, settledCents: 500 } }, before(100))).toEqual([])
    expect(actions({ status: 'no_show', payment: paid }, before(0))).toEqual(['refund'])
    expect(actions({ status: 'completed', payment: paid }, before(0))).toEqual(['refund'])
    expect(actions({ status: 'completed' }, before(0))).toEqual(['record_payment'])
    expect(actions({ status: 'in_progress' }, before(0))).toEqual(['record_payment', 'complete'])
    expect(actions({ status: 'pending', payment: paid }, before(100))).not.toContain('record_payment')
    for (const status of ['cancelled', 'refunded']) expect(actions({ status }, before(100))).toEqual([])
    const credit = { payment: { amountCents: 1_500 } }
    expect(actions({ status: 'pending', ...credit }, before(100))).toContain('refund')
    expect(actions({ status: 'confirmed', ...credit }, before(100))).toEqual(['modify', 'cancel', 'refund'])
    const returned = { payment: { amountCents: 1_500, returnedCents: 500 } }
    expect(actions({ status: 'confirmed', ...returned }, before(100))).toEqual(['modify', 'cancel'])
    expect(actions({ status: 'in_progress', ...credit }, before(0))).toEqual(['complete'])
  })
  it('are payments and arrivals at the gate, and confirmations of what it sells itself', () => {
    const of = (more: object, actor: 'gate' | 'gate of direct') =>
      allowedActions(reservation(more), before(2), 'live', actor, 1_440)
    expect(of({}, 'gate')).toEqual(['record_payment'])
    expect(of({}, 'gate of direct')).toEqual(['confirm', 'record_payment'])
    expect(of({ status: 'confirmed' }, 'gate')).toEqual(['record_payment', 'check_in'])
    expect(of({ status: 'confirmed', payment: paid }, 'gate of direct')).toEqual(['check_in'])
    expect(of({ status: 'completed', payment: paid }, 'gate')).toEqual([])
  })
  it('extend a hold up to twice its length, and not beyond the visit', () => {
    expect(actions({ paymentDeadline: before(49) }, before(100))).toContain('extend')
    expect(actions({ paymentDeadline: before(48) }, before(100))).not.toContain('extend')
    expect(actions({ createdAt: before(2), paymentDeadline: visitAt }, before(1))).not.toContain('extend')
  })
})
