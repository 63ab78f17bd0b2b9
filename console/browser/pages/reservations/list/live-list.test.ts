import { describe, expect, it } from '@jest/globals'
import type { ReservationRowFragment } from '../../../generated/operations.ts'
import { addressOf, belongs, conditionsOf, exportParametersOf, filterIn, noFilter } from './filter.ts'
import { applyEvents } from './live-list.ts'

const row = (id: string, more: Partial<ReservationRowFragment> = {}): ReservationRowFragment => ({
  id,
  bookingReference: `CEN-${id}`,
  status: 'PENDING',
  product: { __typename: 'Cenote', id: 'c1', name: 'Gran Cenote' },
  visitDate: '2027-01-02',
  visitTime: '10:00',
  timezone: 'America/Cancun',
  visitors: { total: 2 },
  guest: { name: 'Ana', email: 'ana@example.com' },
  pricing: { totalCents: 100, currency: 'MXN' },
  refundDueCents: 0,
  expiresAt: null,
  createdAt: `2026-12-01T10:00:0${id}Z`,
  updatedAt: '2026-12-01T10:00:00Z',
  version: 1,
  ...more,
})
const events = (...reservations: ReservationRowFragment[]) => reservations.map((reservation) => ({ reservation }))

describe('a list after events', () => {
  it('shows the latest state of what it shows, whatever the order of the events', () => {
    const shown = [row('1')]
    const newer = row('1', { status: 'CONFIRMED', version: 3 })
    const { rows } = applyEvents(shown, events(newer, row('1', { version: 2 })), noFilter)
    expect(rows).toEqual([newer])
    expect(applyEvents(rows, events(row('1', { version: 2 })), noFilter).rows).toEqual([newer])
  })
  it('has new reservations on top, each once', () => {
    const change = applyEvents([row('1')], events(row('2'), row('3'), row('3', { version: 2 })), noFilter)
    expect(change.rows.map(({ id }) => id)).toEqual(['3', '2', '1'])
    expect(change).toMatchObject({ added: 2, elsewhere: 0 })
  })
  it('counts what belongs at a place that is not known here', () => {
    const byVisit = { ...noFilter, sort: 'VISIT_DATE.ASC' } as const
    expect(applyEvents([row('1')], events(row('2')), byVisit)).toMatchObject({ added: 0, elsewhere: 1 })
    expect(applyEvents([], events(row('2')), { ...noFilter, search: 'ana' })).toMatchObject({ added: 0, elsewhere: 1 })
    expect(applyEvents([], events(row('2')), { ...noFilter, status: 'CONFIRMED' })).toMatchObject({ elsewhere: 0 })
  })
})

describe('the filter of the list', () => {
  it('is judged like the one of the API', () => {
    expect(belongs({ ...noFilter, isActive: 'false' }, row('1'))).toBe(false)
    expect(belongs({ ...noFilter, guestEmail: 'ANA@example.com' }, row('1'))).toBe(true)
    expect(belongs({ ...noFilter, dateFrom: '2027-01-03' }, row('1'))).toBe(false)
    expect(belongs({ ...noFilter, dateTo: '2027-01-02', cenoteId: 'c1' }, row('1'))).toBe(true)
  })
  it('finds refunds to pay', () => {
    const values = { ...noFilter, refundDue: 'true' } as const
    expect(belongs(values, row('1', { refundDueCents: 1 }))).toBe(true)
    expect(belongs(values, row('1'))).toBe(false)
    expect(belongs({ ...noFilter, refundDue: 'false' }, row('1'))).toBe(true)
    expect(filterIn(new URLSearchParams(addressOf(values)))).toEqual(values)
    expect(conditionsOf(values)).toEqual({ refundDue: true })
  })
  it('distinguishes cenotes and tours', () => {
    const ofTour = row('1', { product: { __typename: 'Tour', id: 't1', name: 'Ruta' } })
    expect(belongs({ ...noFilter, productType: 'TOUR' }, ofTour)).toBe(true)
    expect(belongs({ ...noFilter, productType: 'TOUR' }, row('1'))).toBe(false)
    expect(belongs({ ...noFilter, tourId: 't1' }, ofTour)).toBe(true)
    expect(belongs({ ...noFilter, tourId: 't1' }, row('1'))).toBe(false)
    const values = { ...noFilter, productType: 'TOUR', tourId: 't1' } as const
    expect(addressOf(values)).toBe('?productType=TOUR&tourId=t1')
    expect(conditionsOf(values)).toEqual({ productType: 'TOUR', tourId: 't1' })
    expect(exportParametersOf(values)).toEqual({ productType: 'tour', tourId: 't1' })
  })
  it('is in the URL without texts that describe a guest, and is restored from it', () => {
    const values = {
      ...noFilter,
      status: 'CONFIRMED',
      dateFrom: '2027-01-02',
      search: 'ana',
      guestEmail: 'a@b.co',
    } as const
    const address = addressOf(values)
    expect(address).toBe('?status=CONFIRMED&dateFrom=2027-01-02')
    expect(filterIn(new URLSearchParams(address))).toEqual({ ...values, search: '', guestEmail: '' })
    expect(conditionsOf(values)).toEqual({
      status: 'CONFIRMED',
      dateFrom: '2027-01-02',
      search: 'ana',
      guestEmail: 'a@b.co',
    })
  })
})
