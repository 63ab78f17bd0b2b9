import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isLong, runs } from '../testkit/long-form.ts'
import { addDays, weekdayOf } from '../../platform/values/clock.ts'
import { cenoteInput, tourInput } from '../testkit/catalog-forms.ts'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey } from '../testkit/issue.ts'
import { adults, dayIn, reseller, unitItems, type Reseller } from '../testkit/octo.ts'
import { operator } from '../testkit/operator.ts'
import { discountRuleInput, promotionInput } from '../testkit/price-forms.ts'
import { calculate, granCenote, serviceAt } from '../testkit/pricing.ts'
import { partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'

/** Days with no promotion, with one that shares the price with other discounts, and with one that takes all of it. */
const days = { plain: dayIn(200), third: dayIn(207), free: dayIn(215) }
const minutesOfThird = 1_500
const guest = { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' }
const tulum = { pickupLatitude: 20.2114, pickupLongitude: -87.4654, pickupLocation: 'Hotel Tulum' }
/** Without an address, which could make it a first visit with a discount of its own. */
const contact = { fullName: 'Ada Lovelace' }

type Kind = 'cenote' | 'tour'
interface Item {
  readonly unitId: string
}
interface Visit {
  readonly kind: Kind
  readonly day: string
  readonly slot: number
  readonly items: readonly Item[]
}

let product: TestProduct
let octo: Reseller
let rest: ReturnType<typeof partner>
const ids: Record<Kind, string> = { cenote: '', tour: '' }
beforeAll(async () => {
  product = await startTestProduct()
  octo = reseller(product.url, { capabilities: 'octo/pricing' })
  rest = partner(product.url)
  await setCharges({
    taxes: [
      { name: 'IVA', percent: 16 },
      { name: 'ISH', percent: 3 },
    ],
    fees: [{ name: 'Reef fund', amountCents: 3_501 }],
  })
  const create = async (type: 'Cenote' | 'Tour', input: object): Promise<string> => {
    const { ask } = operator(product.url)
    const { made } = await ask(
      `mutation ($input: Create${type}Input!) { made: create${type}(input: $input) { id version } }`,
      { input },
    )
    await ask(`mutation ($input: Publish${type}Input!) { publish${type}(input: $input) { version } }`, { input: made })
    return made.id
  }
  const { schedule, pricing } = cenoteInput('x')
  ids.cenote = await create(
    'Cenote',
    cenoteInput('as-available', {
      pricing: { ...pricing, adultCents: 33_333 },
      capacity: { daily: 1_000, hourly: 1_000 },
      bookingCutoffMinutes: 90,
      schedule: { ...schedule, cutoffs: [{ weekday: weekdayOf(days.third), minutes: minutesOfThird }] },
    }),
  )
  ids.tour = await create(
    'Tour',
    tourInput('as-available', [granCenote], {
      pricing: { ...pricing, adultCents: 77_777 },
      capacity: 1_000,
      bookingCutoffMinutes: 45,
    }),
  )
  await promote('third', { value: 33 })
  await promote('free', { value: 100, stackable: false, priority: 99 })
})
afterAll(() => product.close())

async function setCharges(input: object): Promise<void> {
  const { ask } = operator(product.url)
  const { charges } = await ask('{ charges { version } }')
  await ask('mutation ($input: UpdateChargesInput!) { updateCharges(input: $input) { version } }', {
    input: { version: charges.version, ...input },
  })
}

/** A discount on one of the days, once it is in the prices. */
async function promote(day: 'third' | 'free', rule: object): Promise<void> {
  const { ask } = operator(product.url)
  const startDate = `${days[day]}T00:00:00.000Z`
  const endDate = `${addDays(days[day], 1)}T00:00:00.000Z`
  const { promotion } = await ask(
    'mutation ($input: CreatePromotionInput!) { promotion: createPromotion(input: $input) { id } }',
    { input: promotionInput(day, { startDate, endDate }) },
  )
  await ask('mutation ($input: CreateDiscountRuleInput!) { createDiscountRule(input: $input) { id } }', {
    input: discountRuleInput(day, { promotionId: promotion.id, ...rule }),
  })
  await eventually(
    async () => (await slotsOn(ids.cenote, days[day], unitItems('ADULT')))[0].pricing,
    ({ retail, original }: Json) => retail < original,
  )
}

const slotsOn = (productId: string, localDate: string, items: readonly Item[]): Promise<Json> => {
  const units = [...new Set(items.map(({ unitId }) => unitId))].map((id) => ({
    id,
    quantity: items.filter(({ unitId }) => unitId === id).length,
  }))
  return octo.post('/availability', { productId, optionId: 'DEFAULT', localDate, units })
}
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** A booking has the price and the cutoff that the availability shows for its party, and so have its people together. */
async function expectAsAvailable(booking: Json, kind: Kind, items: readonly Item[]): Promise<void> {
  const productId = ids[kind]
  const date = booking.availabilityId.slice(0, 10)
  const slot = (await slotsOn(productId, date, items)).find(({ id }: Json) => id === booking.availabilityId)
  expect(booking.productId).toBe(productId)
  expect(booking.unitItems).toHaveLength(items.length)
  expect(booking.pricing).toEqual(slot.pricing)
  expect(booking.availability.utcCutoffAt).toBe(slot.utcCutoffAt)
  const prices = booking.unitItems.map(({ pricing }: Json) => pricing)
  const totals = (amounts: readonly Json[]) => ({
    retail: sum(amounts.map(({ retail }) => retail)),
    original: sum(amounts.map(({ original }) => original)),
  })
  expect(totals(prices)).toEqual({ retail: booking.pricing.retail, original: booking.pricing.original })
  expect(booking.pricing.includedTaxes.map(({ name }: Json) => name)).toEqual(['ISH', 'IVA'])
  for (const [index, tax] of booking.pricing.includedTaxes.entries())
    expect({ ...tax, ...totals(prices.map(({ includedTaxes }: Json) => includedTaxes[index])) }).toEqual(tax)
  expect(await octo.get(`/bookings/${booking.uuid}`)).toEqual({ ...booking, utcUpdatedAt: expect.any(String) })
}

const anyParty = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(3))
  .map(([adult, child, youth, infant, senior]) => [
    ...adults(adult),
    ...Array.from({ length: child }, () => ({ unitId: 'CHILD' })),
    ...Array.from({ length: youth }, () => ({ unitId: 'YOUTH' })),
    ...Array.from({ length: infant }, () => ({ unitId: 'INFANT' })),
    ...Array.from({ length: senior }, () => ({ unitId: 'SENIOR' })),
  ])
const anyVisit: fc.Arbitrary<Visit> = fc.record({
  kind: fc.constantFrom('cenote', 'tour'),
  day: fc.constantFrom(...Object.values(days)),
  slot: fc.nat(1),
  items: anyParty,
})

/** The body of a request for a visit. */
async function bodyOf({ kind, day, slot, items }: Visit): Promise<Json> {
  const productId = ids[kind]
  return {
    productId,
    optionId: 'DEFAULT',
    availabilityId: (await slotsOn(productId, day, items))[slot].id,
    unitItems: items,
  }
}

describe('a booking', () => {
  it('has the price of its party and the cutoff of its slot to the cent, held, changed, confirmed and moved', async () => {
    await fc.assert(
      fc.asyncProperty(anyVisit, anyVisit, anyParty, anyVisit, async (first, second, party, third) => {
        const held = await octo.post('/bookings', await bodyOf(first))
        await expectAsAvailable(held, first.kind, first.items)
        const address = `/bookings/${held.uuid}`
        const changed = await octo.patch(address, await bodyOf(second))
        await expectAsAvailable(changed, second.kind, second.items)
        const confirmed = await octo.post(`${address}/confirm`, { contact, unitItems: party })
        expect(confirmed.status).toBe('CONFIRMED')
        await expectAsAvailable(confirmed, second.kind, party)
        const moved = await octo.patch(address, await bodyOf(third))
        await expectAsAvailable(moved, third.kind, third.items)
      }),
      { ...runs(2, 80), endOnFailure: true },
    )
  })

  it.each(Object.keys(days))('is as available on a %s day, alone and in a group', async (day) => {
    const group = [...adults(9), ...unitItems('CHILD', 'SENIOR')]
    const parties = { cenote: isLong ? [adults(1), group] : [adults(1)], tour: isLong ? [adults(1), group] : [group] }
    for (const kind of ['cenote', 'tour'] as const)
      for (const items of parties[kind]) {
        const visit = { kind, day: days[day as keyof typeof days], slot: 0, items }
        const booking = await octo.post('/bookings', await bodyOf(visit))
        await expectAsAvailable(booking, kind, items)
        const { retail, original } = booking.pricing
        if (day === 'free') expect(retail).toBe(3_501)
        // The tax that a discount takes as well is in the price without it.
        else if (day === 'plain' && items.length === 1) expect(retail).toBe(original)
        else expect(retail).toBeLessThan(original)
        expect(original).toBeGreaterThan(sum(items.map(() => 20_000)))
      }
  })

  it('that costs nothing at all is sold for nothing, with the taxes that it would have', async () => {
    await setCharges({ fees: [] })
    const items = adults(2)
    const visit = { kind: 'cenote' as const, day: days.free, slot: 0, items }
    await eventually(
      async () => (await slotsOn(ids.cenote, days.free, items))[0].pricing,
      ({ retail }: Json) => retail === 0,
    )
    const held = await octo.post('/bookings', await bodyOf(visit))
    await expectAsAvailable(held, 'cenote', items)
    expect(held.pricing).toMatchObject({
      retail: 0,
      original: 66_666 + 12_667,
      includedTaxes: [
        { name: 'ISH', retail: 0, original: 2_000 },
        { name: 'IVA', retail: 0, original: 10_667 },
      ],
    })
    await expectAsAvailable(await octo.post(`/bookings/${held.uuid}/confirm`, { contact }), 'cenote', items)
    await setCharges({ fees: [{ name: 'Reef fund', amountCents: 3_501 }] })
  })
})

describe('the cutoff of a booking', () => {
  it('is that of its weekday, also for a key that may only read', async () => {
    const scopes = ['reservations:read', 'catalog:read']
    const reader = reseller(product.url, { apiKey: (await issueTestKey(product, { scopes })).apiKey })
    for (const { kind, day, minutes } of [
      { kind: 'cenote', day: days.third, minutes: minutesOfThird },
      { kind: 'cenote', day: addDays(days.third, 1), minutes: 90 },
      { kind: 'tour', day: days.third, minutes: 45 },
    ] as const) {
      const visit = { kind, day, slot: 0, items: adults(1) }
      const { uuid, availability } = await octo.post('/bookings', await bodyOf(visit))
      const [slot] = await slotsOn(ids[kind], day, visit.items)
      expect(Date.parse(slot.utcCutoffAt)).toBe(Date.parse(slot.localDateTimeStart) - minutes * 60_000)
      expect(availability.utcCutoffAt).toBe(slot.utcCutoffAt)
      expect((await reader.get(`/bookings/${uuid}`)).availability).toEqual(availability)
    }
  })
})

describe('the price of a reservation that was made elsewhere', () => {
  const pricing = async (id: string): Promise<Json> => {
    const { body } = await rest.graphql(
      `query ($id: ID!) { reservation(id: $id) { pricing {
         totalCents feesCents originalCents currency taxes { name originalCents retailCents } } } }`,
      { id },
    )
    return body.data.reservation.pricing
  }
  const taxesOf = ({ includedTaxes }: Json) =>
    includedTaxes.map(({ name, original, retail }: Json) => ({ name, originalCents: original, retailCents: retail }))
  const reserve = async (more: object): Promise<Json> => {
    const visitors = { adults: 9, children: 1 }
    const body = { cenoteId: granCenote, visitDate: days.third, visitors, guest, ...more }
    const response = await rest.post('/api/partner/reservations', body)
    expect(response).toHaveStatus(201)
    return response.body.data
  }
  const wanted = {
    ageBreakdown: { adult: 9, child: 1 },
    selectedServices: [serviceAt('gran-cenote', 'private-guide')],
    transportationType: 'hotel_pickup',
    ...tulum,
    couponCode: 'CENOTE10',
    visitDate: days.third,
  }

  /** A booking has what a calculation has without its discounts, and what GraphQL shows. */
  async function expectOriginal({ id }: Json, { summary }: Json): Promise<Json> {
    const booking = await octo.get(`/bookings/${id}`)
    const stored = await pricing(id)
    expect(stored).toEqual({
      totalCents: booking.pricing.retail,
      feesCents: stored.feesCents,
      originalCents: booking.pricing.original,
      currency: summary.currency,
      taxes: taxesOf(booking.pricing),
    })
    const tax = Math.round(summary.subtotal * 0.19)
    expect(booking.pricing).toMatchObject({
      retail: summary.total + stored.feesCents,
      original: summary.subtotal + tax + stored.feesCents,
      currency: summary.currency,
      includedTaxes: [{ name: 'ISH' }, { name: 'IVA' }],
    })
    expect(sum(stored.taxes.map(({ originalCents }: Json) => originalCents))).toBe(tax)
    expect(sum(stored.taxes.map(({ retailCents }: Json) => retailCents))).toBe(summary.taxes)
    expect(summary.discounts).toBeGreaterThan(0)
    return booking
  }

  it('is the one without its coupon, with services and transport, in pesos and by a quote in dollars', async () => {
    const own = {
      services: [{ id: serviceAt('gran-cenote', 'private-guide') }],
      transport: {
        option: 'hotel_pickup',
        pickup: { coordinates: { latitude: tulum.pickupLatitude, longitude: tulum.pickupLongitude } },
      },
      promoCode: 'CENOTE10',
      // No first visit.
      guest: { ...guest, email: 'first@example.com' },
    }
    await reserve({ guest: own.guest, visitDate: days.plain })
    const calculated = await calculate(rest, wanted)
    const reservation = await reserve(own)
    const booking = await expectOriginal(reservation, calculated.body.data)
    expect(await rest.send('PATCH', `/api/partner/reservations/${reservation.id}`, { promoCode: null })).toHaveStatus(
      200,
    )
    const { pricing: without } = await octo.get(`/bookings/${reservation.id}`)
    expect(without.retail).toBeGreaterThan(booking.pricing.retail)
    expect({ ...without, retail: 0, includedTaxes: [] }).toEqual({ ...booking.pricing, retail: 0, includedTaxes: [] })
    const quoted = await calculate(rest, { ...wanted, currency: 'USD', quote: true })
    const { quoteToken, summary } = quoted.body.data
    expect(summary.currency).toBe('USD')
    await expectOriginal(await reserve({ ...own, quoteToken }), quoted.body.data)
  })
})
