import { describe, expect, it } from '@jest/globals'
import { noProduct } from '../../../choices/products.ts'
import { filtersOf, kindsFor, typesOf, withEvent, type LoggedEvent } from './kinds.ts'

const catalogEvent = (id: string, occurredAt: string): LoggedEvent => ({
  __typename: 'CatalogEvent',
  id,
  cursor: id,
  type: 'PRICING_UPDATED',
  occurredAt,
  productType: null,
  productId: null,
  dateFrom: null,
  dateTo: null,
  changed: null,
  product: null,
})

describe('the kinds of events in the log', () => {
  it('are those whose scope a key has', () => {
    expect(kindsFor((scope) => scope === 'reservations:read')).toEqual(['RESERVATION'])
    expect(kindsFor((scope) => scope === 'catalog:read')).toEqual(['AVAILABILITY', 'PRODUCT', 'PRICING'])
  })

  it('have their types, each in one kind', () => {
    expect(typesOf(['PRODUCT', 'PRICING'])).toEqual([
      'PRODUCT_CREATED',
      'PRODUCT_UPDATED',
      'PRODUCT_DEACTIVATED',
      'PRICING_UPDATED',
    ])
    expect(typesOf(['RESERVATION', 'AVAILABILITY', 'PRODUCT', 'PRICING'])).toHaveLength(15)
  })
})

describe('the filters of the log', () => {
  it('follow only the subscriptions that have something to tell', () => {
    const tour = { productType: 'tour', productId: 't1' } as const
    expect(filtersOf(['PRICING_UPDATED'], tour)).toEqual({
      log: { catalogTypes: ['PRICING_UPDATED'], tourId: 't1' },
      reservations: null,
      catalog: { types: ['PRICING_UPDATED'], productIds: ['t1'] },
    })
    expect(filtersOf(['RESERVATION_CREATED'], noProduct)).toEqual({
      log: { types: ['RESERVATION_CREATED'] },
      reservations: { types: ['RESERVATION_CREATED'] },
      catalog: null,
    })
  })
})

describe('an event that follows', () => {
  it('is shown once, at its time', () => {
    const shown = [catalogEvent('1', '2027-01-02T10:00:00Z'), catalogEvent('3', '2027-01-02T10:00:02Z')]
    const between = withEvent(shown, catalogEvent('2', '2027-01-02T10:00:01Z'))
    expect(between.map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(withEvent(between, catalogEvent('2', '2027-01-02T10:00:01Z'))).toBe(between)
    expect(withEvent(between, catalogEvent('4', '2027-01-02T10:00:02Z')).at(-1)?.id).toBe('4')
  })
})
