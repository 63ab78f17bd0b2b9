import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { readProductChanges } from '../../subgraphs/shared/store/product-changes.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { cenoteInput, meetingPointInput, tourInput } from '../testkit/catalog-forms.ts'
import { openPool } from '../testkit/database.ts'
import { eventually } from '../testkit/eventually.ts'
import { operator } from '../testkit/operator.ts'
import {
  ageConfigurationInput,
  couponInput,
  discountRuleInput,
  promotionInput,
  serviceInput,
  transportOptionInput,
} from '../testkit/price-forms.ts'
import { keys, nextSaturday, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

const owners = ['catalog', 'pricing', 'booking'] as const
let product: SharedProduct
let pools: pg.Pool[]
let ask: ReturnType<typeof operator>['ask']
const azul = demoId('cenote', 'azul')
const day = nextSaturday()
/** Ids and versions of what the steps have made. */
const made: Record<string, Json> = {}

/** The lists that exist only once, to be restored after the tests. */
let before: Json

beforeAll(async () => {
  product = await productToChange()
  pools = owners.map((owner) =>
    openPool(product.database(owner), undefined, { options: '-c search_path=sandbox,public' }),
  )
  ask = operator(product.url).ask
  before = await ask('{ charges { stored } exchangeRates { stored } transportGroupDiscounts { stored } }')
})
afterAll(async () => {
  for (const [field, list] of [
    ['updateCharges', 'charges'],
    ['updateExchangeRates', 'exchangeRates'],
    ['updateTransportGroupDiscounts', 'transportGroupDiscounts'],
  ] as const)
    await mutate(field, { ...before[list].stored, version: await versionOf(list) })
  await Promise.all(pools.map((pool) => pool.end()))
})

/** The notes that some work writes: `kind product members dates`, the product by its slug where it is one. */
async function notesOf(work: () => Promise<unknown>): Promise<string[]> {
  const positions = await Promise.all(pools.map((pool) => readProductChanges(pool, null)))
  await work()
  const read = await Promise.all(
    pools.map((pool, index) => readProductChanges(pool, positions[index]?.position ?? null)),
  )
  return read
    .flatMap(({ changes }) => changes)
    .map(({ kind, action, productId, changed, dateFrom, dateTo }) =>
      [kind, action ?? [], nameOf(productId), changed, dateFrom ?? [], dateTo ?? []].flat().join(' '),
    )
    .sort()
}
const nameOf = (id: string | null): string =>
  id === null
    ? 'all'
    : id === azul
      ? 'azul'
      : (Object.keys(made).find((name) => made[name].id === id && ['cenote', 'tour'].includes(name)) ?? id)

/** A mutation whose result is stored under a name, with the version that later steps give. */
async function mutate(field: string, input: object, name?: string): Promise<void> {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`
  const selection = name === undefined ? '__typename' : 'id version'
  const data = await ask(`mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`, { input })
  if (name !== undefined) made[name] = data[field]
}
const versioned = (name: string) => ({ id: made[name].id as string, version: made[name].version as number })
const update = (field: string, name: string, changes: object) => () =>
  mutate(field, { ...versioned(name), ...changes }, name)
const create = (field: string, name: string, input: () => object) => () => mutate(field, input(), name)
const versionOf = async (field: string): Promise<number> => (await ask(`{ ${field} { version } }`))[field].version
const texts = (text: string) => ({ en: text, es: text })

type Step = readonly [title: string, work: () => Promise<unknown>, notes: readonly string[]]
const steps: readonly Step[] = [
  [
    'createCenote',
    create('createCenote', 'cenote', () => cenoteInput('mirror-pool', { meetingPoints: [meetingPointInput('Gate')] })),
    ['product created cenote'],
  ],
  ['updateCenote without a difference', update('updateCenote', 'cenote', {}), []],
  [
    'updateCenote of the name and texts',
    update('updateCenote', 'cenote', { name: texts('New'), longDescription: texts('Long') }),
    ['product updated cenote longDescription name'],
  ],
  [
    'updateCenote of the adult price',
    update('updateCenote', 'cenote', {
      pricing: { adultCents: 40_000, includes: { en: ['Entrance'], es: ['Entrance (es)'] } },
    }),
    ['pricing cenote'],
  ],
  ['updateCenote of the popularity', update('updateCenote', 'cenote', { popularity: 77 }), []],
  [
    'updateCenote of the cutoff',
    update('updateCenote', 'cenote', { bookingCutoffMinutes: 30 }),
    ['availability cenote', 'product updated cenote bookingCutoffMinutes'],
  ],
  [
    'updateCenote of its amenities',
    update('updateCenote', 'cenote', { amenities: [{ id: 'parking' }, { id: 'kayak', costCents: 100 }] }),
    ['pricing cenote', 'product updated cenote amenities'],
  ],
  [
    'updateCenote of the price of an amenity',
    update('updateCenote', 'cenote', { amenities: [{ id: 'parking' }, { id: 'kayak', costCents: 200 }] }),
    ['pricing cenote'],
  ],
  [
    'updateCenote of its meeting points',
    update('updateCenote', 'cenote', { meetingPoints: [meetingPointInput('Gate', { address: 'Other' })] }),
    ['product updated cenote meetingPoints'],
  ],
  [
    'updateCenote of the price of a meeting point',
    update('updateCenote', 'cenote', {
      meetingPoints: [meetingPointInput('Gate', { address: 'Other', priceCents: 500 })],
    }),
    ['pricing cenote'],
  ],
  [
    'updateCenoteSchedule',
    update('updateCenoteSchedule', 'cenote', { capacity: { daily: 90, hourly: 20 } }),
    ['availability cenote', 'product updated cenote capacity'],
  ],
  ['publishCenote', update('publishCenote', 'cenote', {}), ['availability cenote', 'product updated cenote isActive']],
  [
    'createTour',
    create('createTour', 'tour', () => tourInput('mirror-tour', [made['cenote'].id])),
    ['product created tour'],
  ],
  [
    'updateTour of the texts and cenotes',
    update('updateTour', 'tour', { name: texts('New tour'), cenoteIds: [azul] }),
    ['product updated tour cenoteIds name'],
  ],
  [
    'updateTour of the adult price',
    update('updateTour', 'tour', { pricing: { adultCents: 1, includes: { en: ['Guide'], es: ['Guide (es)'] } } }),
    ['pricing tour'],
  ],
  [
    'updateTour of its meeting points',
    update('updateTour', 'tour', { meetingPoints: [meetingPointInput('Plaza')] }),
    ['product updated tour meetingPoints'],
  ],
  [
    'updateTourDepartures',
    update('updateTourDepartures', 'tour', {
      minParty: 2,
      stops: [{ cenoteId: azul, offsetMinutes: 60, takesPlaces: true }],
    }),
    ['availability tour', 'product updated tour minParty stops'],
  ],
  ['publishTour', update('publishTour', 'tour', {}), ['availability tour', 'product updated tour isActive']],
  ['deactivateTour', update('deactivateTour', 'tour', {}), ['availability tour', 'product deactivated tour isActive']],
  ['publishTour again', update('publishTour', 'tour', {}), ['availability tour', 'product updated tour isActive']],
  [
    'deactivateCenote',
    update('deactivateCenote', 'cenote', {}),
    ['availability cenote', 'product deactivated cenote isActive'],
  ],
  [
    'createAmenity',
    create('createAmenity', 'amenity', () => ({ id: 'bar', category: 'DINING', name: texts('Bar') })),
    [],
  ],
  ['updateAmenity that no cenote offers', update('updateAmenity', 'amenity', { icon: 'bar' }), []],
  [
    'createAgeConfiguration',
    create('createAgeConfiguration', 'age', () => ageConfigurationInput(azul)),
    ['pricing azul'],
  ],
  ['updateAgeConfiguration', update('updateAgeConfiguration', 'age', { pricingMultiplier: 0.6 }), ['pricing azul']],
  ['updateAgeConfiguration without a difference', update('updateAgeConfiguration', 'age', {}), []],
  ['createCenoteService', create('createCenoteService', 'service', () => serviceInput(azul)), ['pricing azul']],
  ['updateCenoteService', update('updateCenoteService', 'service', { priceCents: 6_000 }), ['pricing azul']],
  [
    'createTransportOption',
    create('createTransportOption', 'transport', () => transportOptionInput('mirror', { itemId: azul })),
    ['pricing azul'],
  ],
  ['updateTransportOption', update('updateTransportOption', 'transport', { baseCents: 11_000 }), ['pricing azul']],
  ['createPromotion', create('createPromotion', 'promotion', () => promotionInput('mirror')), ['pricing all']],
  [
    'createDiscountRule of one product',
    create('createDiscountRule', 'rule', () =>
      discountRuleInput('mirror', { appliesTo: 'SPECIFIC', itemId: azul, promotionId: made['promotion'].id }),
    ),
    ['pricing azul'],
  ],
  ['updatePromotion with that rule', update('updatePromotion', 'promotion', { status: 'PAUSED' }), ['pricing azul']],
  ['updateDiscountRule', update('updateDiscountRule', 'rule', { value: 12 }), ['pricing azul']],
  [
    'updateDiscountRule for all',
    update('updateDiscountRule', 'rule', { appliesTo: 'ALL', itemId: null }),
    ['pricing all'],
  ],
  ['createCoupon', create('createCoupon', 'coupon', () => couponInput('MIRROR')), []],
  ['updateCoupon', update('updateCoupon', 'coupon', { discountValue: 20 }), []],
  [
    'updateCharges without a difference',
    async () => mutate('updateCharges', { version: await versionOf('charges') }),
    [],
  ],
  [
    'updateCharges',
    async () => mutate('updateCharges', { version: await versionOf('charges'), taxes: [{ name: 'IVA', percent: 9 }] }),
    ['pricing all'],
  ],
  [
    'updateExchangeRates',
    async () => {
      const { exchangeRates } = await ask('{ exchangeRates { version rates { currency rate } } }')
      const rates = exchangeRates.rates.map(({ currency, rate }: Json) => ({
        currency,
        rate: currency === 'USD' ? 0.06 : rate,
      }))
      return mutate('updateExchangeRates', { version: exchangeRates.version, rates })
    },
    ['pricing all'],
  ],
  [
    'updateTransportGroupDiscounts',
    async () =>
      mutate('updateTransportGroupDiscounts', {
        version: await versionOf('transportGroupDiscounts'),
        discounts: [{ minPeople: 7, percent: 9 }],
      }),
    ['pricing all'],
  ],
  [
    'setReviewVisibility',
    async () => {
      const { cenote } = await ask('query ($id: ID!) { cenote(id: $id) { reviews(first: 1) { id } } }', { id: azul })
      return mutate('setReviewVisibility', { id: cenote.reviews[0].id, isVisible: false })
    },
    ['product updated azul rating reviews'],
  ],
  [
    'createClosure',
    () => mutate('createClosure', { cenoteId: azul, from: day, to: day, reason: 'weather' }),
    [`availability azul ${day} ${day}`],
  ],
  [
    'createSpecialEvent',
    () =>
      mutate('createSpecialEvent', {
        cenoteId: azul,
        from: day,
        to: day,
        name: texts('Fair'),
        startTime: '10:00',
        endTime: '12:00',
      }),
    [`availability azul ${day} ${day}`],
  ],
]

describe('a change by administration is noted with the products that it concerns', () => {
  it.each(steps)('%s', async (_title, work, notes) => {
    expect(await notesOf(work)).toEqual(notes)
  })

  it('updateAmenity, at every cenote that has it', async () => {
    const { amenityKinds } = await ask('{ amenityKinds(first: 100) { nodes { id version } } }')
    const { version } = amenityKinds.nodes.find(({ id }: Json) => id === 'kayak')
    const notes = await notesOf(() => mutate('updateAmenity', { id: 'kayak', version, description: texts('Other') }))
    expect(notes).toContain('product updated cenote amenities')
    expect(notes.every((note) => /^product updated \S+ amenities$/.test(note))).toBe(true)
  })
})

describe('lists of what was updated since', () => {
  it.each([
    ['cenotes', '/api/partner/cenotes', 'cenote'],
    ['tours', '/booking/tours', 'tour'],
  ])('have each of %s once, with its change, as soon as it was made', async (kind, address, name) => {
    const rest = partner(product.url, keys.demo)
    const field = name === 'cenote' ? 'updateCenote' : 'updateTour'
    const since = (at: string): string =>
      `${address}?updatedAfter=${encodeURIComponent(at)}&sortBy=updatedAt&sortDirection=asc&perPage=100&isActive=${name === 'tour'}`
    const read = async (at: string): Promise<Json[]> => (await rest.get(since(at))).body.data
    const before = (await read('2020-01-01')).at(-1)
    for (const count of [1, 2, 3]) {
      await update(field, name, { name: texts(`${kind} ${count}`) })()
      const changed = (await read(before.updatedAt)).filter(({ id }) => id === made[name].id)
      expect(changed).toMatchObject([{ name: `${kind} ${count}` }])
      expect(Date.parse(changed[0].updatedAt)).toBeGreaterThan(Date.parse(changed[0].createdAt))
    }
  })

  it('have no price in updatedAt', async () => {
    const rest = partner(product.url, keys.demo)
    const read = async (): Promise<Json> => (await rest.get(`/booking/tours/${made['tour'].id}`)).body.data
    const before = await read()
    await update('updateTour', 'tour', {
      pricing: { adultCents: 77_000, includes: { en: ['Guide'], es: ['Guide (es)'] } },
    })()
    await eventually(async () => (await read()).pricing.adult, 770)
    expect((await read()).updatedAt).toBe(before.updatedAt)
  })
})
