import { describe, expect, it } from '@jest/globals'
import type { ProductChange } from '../../../shared/store/product-changes.ts'
import { everyDay, firstCenote, secondCenote } from '../../../../tests/testkit/tour-terms.ts'
import { coalesce, idsOfFacts, ofEachProduct } from './coalesce.ts'
import { cenotesOfPlaces, changesOfTours, type TourStops } from './dependent-tours.ts'
import type { ProductFacts } from './product-event.ts'
import { publishedIn } from './when-to-publish.ts'

const tourId = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ad'
const products: ProductFacts[] = [
  { id: firstCenote, productType: 'cenote', timezone: 'America/Cancun' },
  { id: secondCenote, productType: 'cenote', timezone: 'Europe/Madrid' },
  { id: tourId, productType: 'tour', timezone: 'America/Cancun' },
]
const facts = new Map(products.map((one) => [one.id, one]))
const saleDays = (timezone: string) =>
  timezone === 'Europe/Madrid' ? { start: '2026-12-01', end: '2027-12-01' } : { start: '2026-11-30', end: '2027-11-30' }

const change = (given: Partial<ProductChange>): ProductChange => ({
  kind: 'availability',
  productType: 'cenote',
  productId: firstCenote,
  action: null,
  changed: [],
  dateFrom: null,
  dateTo: null,
  at: 1_000,
  ...given,
})
const places = (dateFrom: string, dateTo = dateFrom, productId = firstCenote): ProductChange =>
  change({ productType: null, productId, dateFrom, dateTo })
const updated = (...changed: string[]): ProductChange => change({ kind: 'product', action: 'updated', changed })
const prices = (productId: string | null = firstCenote): ProductChange =>
  change({ kind: 'pricing', productId, productType: productId === null ? null : 'cenote' })
const events = (...changes: ProductChange[]) => coalesce(changes, facts, saleDays)

describe('the events of changes', () => {
  it('are one for each product and kind, with a range that covers all days and the first of the instants', () => {
    expect(
      events({ ...places('2026-12-24'), at: 7 }, places('2026-12-03', '2026-12-05'), updated('name'), prices(), {
        ...updated('images', 'name'),
        at: 5,
      }),
    ).toEqual([
      {
        type: 'availability.updated',
        productType: 'cenote',
        productId: firstCenote,
        dateFrom: '2026-12-03',
        dateTo: '2026-12-24',
        changed: null,
        changedAt: 7,
      },
      {
        type: 'product.updated',
        productType: 'cenote',
        productId: firstCenote,
        dateFrom: null,
        dateTo: null,
        changed: ['images', 'name'],
        changedAt: 5,
      },
      expect.objectContaining({ type: 'pricing.updated', productId: firstCenote, changed: null }),
    ])
  })

  it('go from today to the horizon, by the clock of the product, where a change has no dates', () => {
    expect(events(change({}), change({ productId: secondCenote }))).toEqual([
      expect.objectContaining({ dateFrom: '2026-11-30', dateTo: '2027-11-30' }),
      expect.objectContaining({ dateFrom: '2026-12-01', dateTo: '2027-12-01' }),
    ])
    expect(events(places('2026-12-24'), change({}))).toEqual([
      expect.objectContaining({ dateFrom: '2026-11-30', dateTo: '2027-11-30' }),
    ])
  })

  it('leave out days that are not on sale', () => {
    expect(events(places('2026-11-29', '2028-01-01'))).toEqual([
      expect.objectContaining({ dateFrom: '2026-11-30', dateTo: '2027-11-30' }),
    ])
    expect(events(places('2026-11-29'), places('2027-12-01'))).toHaveLength(1)
    expect(events(places('2026-11-29'))).toEqual([])
    expect(events(places('2027-12-01'))).toEqual([])
  })

  it('are that it was added alone where a product was', () => {
    const created = change({ kind: 'product', action: 'created' })
    const deactivated = change({ kind: 'product', action: 'deactivated', changed: ['isActive'] })
    expect(events(places('2026-12-24'), created, updated('name'), change({}), prices(), deactivated)).toEqual([
      expect.objectContaining({ type: 'product.created', productId: firstCenote }),
    ])
    expect(idsOfFacts([created, change({}), change({ productId: secondCenote })])).toEqual([secondCenote])
  })

  it('say that a product was taken off sale, with its availability', () => {
    expect(
      events(change({}), updated('name'), change({ kind: 'product', action: 'deactivated', changed: ['isActive'] })),
    ).toEqual([
      expect.objectContaining({ type: 'availability.updated', dateFrom: '2026-11-30' }),
      expect.objectContaining({ type: 'product.deactivated', changed: ['isActive', 'name'] }),
    ])
  })

  it('name no product where the prices of all may have changed', () => {
    expect(events(prices(), prices(null), prices(secondCenote))).toEqual([
      expect.objectContaining({ type: 'pricing.updated', productType: null, productId: null }),
    ])
  })

  it('are one for each product where anything may have changed', () => {
    const every = [
      change({ productType: null, productId: null }),
      change({ kind: 'product', action: 'updated', productType: 'cenote', productId: null }),
    ]
    const found = coalesce([...ofEachProduct(every, facts), updated('name')], facts, saleDays)
    expect(found.map(({ type, productId }) => [type, productId])).toEqual([
      ['availability.updated', firstCenote],
      ['availability.updated', secondCenote],
      ['availability.updated', tourId],
      ['product.updated', firstCenote],
      ['product.updated', secondCenote],
    ])
    expect(found[3]).toMatchObject({ changed: [] })
  })

  it('leave out a product that the catalog does not have', () => {
    expect(events(places('2026-12-24', '2026-12-24', 'e3d9b1a0-0000-4000-8000-000000000000'))).toEqual([])
  })
})

describe('the tours that depend on a change of a cenote', () => {
  const tour = (changes: Partial<TourStops> = {}): TourStops => ({
    tourId,
    timezone: 'America/Cancun',
    departures: { times: [{ weekdays: everyDay, startTime: '22:00', capacity: 12 }], exceptions: [] },
    stops: [{ cenoteId: firstCenote, offsetMinutes: 180, takesPlaces: true }],
    ...changes,
  })
  const datesOf = (changed: ProductChange, of: TourStops) =>
    changesOfTours([changed], [of], facts, saleDays).map(({ productId, dateFrom, dateTo }) => [
      productId,
      dateFrom,
      dateTo,
    ])

  it('have changed on the dates of their departures', () => {
    expect(cenotesOfPlaces([places('2026-12-24'), places('2026-12-24', '2026-12-24', tourId)], facts)).toEqual([
      firstCenote,
    ])
    expect(datesOf(places('2026-12-24', '2026-12-26'), tour())).toEqual([[tourId, '2026-12-23', '2026-12-25']])
    const abroad = tour({ stops: [{ cenoteId: secondCenote, offsetMinutes: 0, takesPlaces: true }] })
    expect(datesOf(places('2026-12-24', '2026-12-24', secondCenote), abroad)).toEqual([
      [tourId, '2026-12-23', '2026-12-23'],
    ])
  })

  it('have changed altogether where the cenote has', () => {
    expect(datesOf(change({}), tour())).toEqual([[tourId, null, null]])
  })

  it('have not changed where a party takes no places of the cenote, or none on these days', () => {
    const visiting = tour({ stops: [{ cenoteId: firstCenote, offsetMinutes: 180, takesPlaces: false }] })
    expect(datesOf(change({}), visiting)).toEqual([])
    expect(datesOf(places('2026-11-01'), tour())).toEqual([])
  })

  it('are gone through for the days on sale, however long a closure is', () => {
    expect(datesOf(places('0001-01-01', '9998-12-31'), tour())).toEqual([[tourId, '2026-11-28', '2027-12-01']])
    const never = tour({ departures: { times: [], exceptions: [] } })
    expect(datesOf(places('0001-01-01', '9998-12-31'), never)).toEqual([])
  })
})

describe('changes', () => {
  const made = (at: number, action: ProductChange['action'] = null) => ({ at, action })

  it('are read at once', () => {
    expect(publishedIn([made(5_000), made(4_000, 'updated')], 5_000)).toBe(0)
    expect(publishedIn([], 5_000)).toBe(0)
  })

  it('wait until a product that was added is complete, a second after that', () => {
    expect(publishedIn([made(4_800), made(4_700, 'created'), made(4_600, 'created')], 5_000)).toBe(700)
    expect(publishedIn([made(4_000, 'created')], 5_000)).toBe(0)
  })

  it('wait no longer than 1.1 seconds, however many products are added', () => {
    expect(publishedIn([made(4_900, 'created'), made(4_300)], 5_000)).toBe(400)
    expect(publishedIn([made(4_900, 'created'), made(1_000)], 5_000)).toBe(0)
  })
})
