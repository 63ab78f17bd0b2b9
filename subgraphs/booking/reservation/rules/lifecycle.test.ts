import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { allowedTransitions, canApply, changesWithin, checkLifecycle, lifecycle, type Operation } from './lifecycle.ts'
import { reservationStatuses } from '../../../../schema/reservation-statuses.ts'

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
