import { beforeAll, describe, expect, it } from '@jest/globals'
import { adults, dayIn, freeSlots, reseller, sold, unitItems, type Reseller } from '../testkit/octo.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let plain: Reseller
let priced: Reseller
let described: Reseller
beforeAll(async () => {
  product = await sharedTestProduct()
  plain = reseller(product.url)
  priced = reseller(product.url, { capabilities: 'octo/pricing' })
  described = reseller(product.url, { capabilities: 'octo/content' })
})

const party = { adult: 9, child: 1 }
const units = [
  { id: 'ADULT', quantity: 9 },
  { id: 'CHILD', quantity: 1 },
]
const localDate = dayIn(310)
const sum = (prices: Json[], of: (price: Json) => number): number => prices.reduce((total, one) => total + of(one), 0)

describe.each([
  { itemType: 'cenote', of: sold.cenote },
  { itemType: 'tour', of: sold.tour },
])('the prices of a $itemType', ({ itemType, of: { productId, optionId } }) => {
  const option = { productId, optionId }

  /** The price of a party by our own calculation, in the form of the standard. */
  async function calculated(ageBreakdown: object, visitDate = localDate): Promise<Json> {
    const body = { itemType, itemId: productId, ageBreakdown, visitDate }
    const response = await partner(product.url).post('/pricing/calculate-complete', body)
    expect(response).toHaveStatus(200)
    const { subtotal, taxes, total } = response.body.data.summary
    const taxWithoutDiscount = Math.round(subtotal * 0.16)
    return {
      original: subtotal + taxWithoutDiscount,
      retail: total,
      net: null,
      currency: 'MXN',
      currencyPrecision: 2,
      includedTaxes: [{ name: expect.any(String), original: taxWithoutDiscount, retail: taxes, net: null }],
    }
  }

  it('are those of our own calculation, for one of each unit and for a party', async () => {
    const [slot] = await priced.post('/availability', { ...option, localDate, units })
    const expected = await calculated(party)
    expect(slot.pricing).toEqual(expected)
    expect(expected.retail).toBeLessThan(expected.original)
    const [whole] = await priced.post('/availability', { ...option, localDate })
    const prices = new Map<string, Json>(whole.unitPricing.map(({ unitId, ...price }: Json) => [unitId, price]))
    expect([...prices.keys()].sort()).toEqual(['ADULT', 'CHILD', 'INFANT', 'SENIOR', 'YOUTH'])
    const adult = await calculated({ adult: 1 })
    expect(prices.get('ADULT')).toEqual(adult)
    expect(prices.get('SENIOR')).toEqual(await calculated({ senior: 1 }))
    // A minor alone has no price in a calculation; beside an adult the tax is rounded once for both.
    for (const [unitId, age] of [
      ['CHILD', 'child'],
      ['YOUTH', 'teen'],
      ['INFANT', 'infant'],
    ] as const) {
      const { retail } = await calculated({ adult: 1, [age]: 1 })
      expect(Math.abs(prices.get(unitId).retail - (retail - adult.retail))).toBeLessThanOrEqual(1)
    }
    expect(slot.unitPricing).toEqual(whole.unitPricing)
  })

  it('are in the calendar and in the list of products as in the availability', async () => {
    const days = { localDateStart: localDate, localDateEnd: localDate }
    const [slot] = await priced.post('/availability', { ...option, localDate, units })
    const [day] = await priced.post('/availability/calendar', { ...option, ...days, units })
    expect(day).toMatchObject({ pricingFrom: slot.pricing, unitPricingFrom: slot.unitPricing })
    const found = await priced.get(`/products/${productId}`)
    expect(found).toMatchObject({ defaultCurrency: 'MXN', availableCurrencies: ['MXN'], pricingPer: 'UNIT' })
    const adult = found.options[0].units.find(({ id }: Json) => id === 'ADULT')
    expect(adult.pricingFrom).toEqual([await calculated({ adult: 1 }, dayIn(0))])
  })

  it('are those of a booking, which REST and GraphQL show as well', async () => {
    const nextSlot = await freeSlots(priced, productId)
    const slot = nextSlot()
    const items = [...adults(9), ...unitItems('CHILD')]
    const booking = await priced.post('/bookings', { ...option, availabilityId: slot.id, unitItems: items })
    const expected = await calculated(party, slot.id.slice(0, 10))
    expect(booking.pricing).toEqual(expected)
    const shares = booking.unitItems.map(({ pricing }: Json) => pricing)
    expect(sum(shares, ({ retail }) => retail)).toBe(expected.retail)
    expect(sum(shares, ({ original }) => original)).toBe(expected.original)
    const { body } = await partner(product.url).graphql(
      'query ($id: ID!) { reservation(id: $id) { pricing { totalCents } } }',
      { id: booking.uuid },
    )
    expect(body.data.reservation.pricing.totalCents).toBe(expected.retail)
    const { data } = (await partner(product.url).get(`/api/partner/reservations/${booking.uuid}`)).body
    expect(Math.round(data.pricing.total * 100)).toBe(expected.retail)
  })

  it('are in pesos only, and nowhere without the capability', async () => {
    const [slot] = await priced.post('/availability', { ...option, localDate, currency: 'mxn' })
    for (const path of ['/availability', '/availability/calendar', '/bookings'])
      expect(
        await priced.complaint('POST', path, {
          ...{ ...option, availabilityId: slot.id, unitItems: adults(1) },
          ...(path === '/bookings' ? {} : { localDateStart: localDate, localDateEnd: localDate }),
          currency: 'USD',
        }),
      ).toMatch(/^BAD_REQUEST: .*currency/)
    const [without] = await plain.post('/availability', { ...option, localDate, units })
    const { unitPricing: _, pricing: __, ...rest } = slot
    expect(without).toEqual(rest)
    expect(JSON.stringify(await plain.get(`/products/${productId}`))).not.toMatch(/pricing|currenc/i)
  })
})

describe.each([
  { what: 'a cenote', of: sold.cenote, minutes: 120 },
  { what: 'a tour', of: sold.tour, minutes: 480 },
])('the texts of $what', ({ of: { productId }, minutes }) => {
  it('are in the language that is requested, of those that there are', async () => {
    const read = async (language: string) => {
      const headers = { 'Accept-Language': language }
      const response = await described.checked('GET', `/products/${productId}`, undefined, headers)
      expect(response).toHaveStatus(200)
      expect(response.headers.get('available-languages')).toBe('en, es')
      expect(response.headers.get('content-language')).toBe(response.body.locale)
      return response.body
    }
    const [english, spanish] = [await read('de, en;q=0.5'), await read('es-MX')]
    expect([english.locale, spanish.locale]).toEqual(['en', expect.stringMatching(/^es\b/)])
    for (const member of ['title', 'description'])
      expect(new Set([english[member], spanish[member], '', null]).size).toBe(4)
    expect(english.id).toBe(spanish.id)
  })

  it('come with pictures, places and durations, and nowhere without the capability', async () => {
    const found = await described.get(`/products/${productId}`)
    expect(found).toMatchObject({ durationMinutesFrom: minutes, durationMinutesTo: null, faqs: [] })
    expect(found.media.map(({ rel }: Json) => rel)).toEqual(['COVER', ...found.media.slice(1).map(() => 'GALLERY')])
    const picture = await fetch(found.media[0].src.replace(/^https?:\/\/[^/]+/, product.url))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, found.media[0].type])
    expect(found.locations.flatMap(({ types }: Json) => types)).toContain('START')
    expect(found.features.map(({ type }: Json) => type)).toEqual(
      expect.arrayContaining(['INCLUSION', 'CANCELLATION_TERM']),
    )
    expect(found.categoryLabels).not.toEqual([])
    expect(typeof found.options[0].title).toBe('string')
    expect(typeof found.options[0].units[0].title).toBe('string')
    expect(await plain.get(`/products/${productId}`)).not.toHaveProperty('title')
  })
})
