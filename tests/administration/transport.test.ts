import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { copyCenote, copyTour } from '../testkit/copies.ts'
import { changesOf, operator } from '../testkit/operator.ts'
import { transportOptionInput } from '../testkit/price-forms.ts'
import { calculate } from '../testkit/pricing.ts'
import { keys, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
beforeAll(async () => void (product = await productToChange()))

const create =
  'mutation ($input: CreateTransportOptionInput!) { option: createTransportOption(input: $input) { id version type stored } }'
const update =
  'mutation ($input: UpdateTransportOptionInput!) { option: updateTransportOption(input: $input) { id version stored } }'
const updateGroups =
  'mutation ($input: UpdateTransportGroupDiscountsInput!) { groups: updateTransportGroupDiscounts(input: $input) { version discounts { minPeople percent } } }'
const groups = async (): Promise<Json> =>
  (await operator(product.url).ask('{ transportGroupDiscounts { version stored } }')).transportGroupDiscounts
const downtown = { latitude: 20.2114, longitude: -87.4654 }
const transportOf = async (more: object): Promise<Json> => {
  const { body } = await calculate(partner(product.url, keys.demo), more)
  return body.data?.transportationCost ?? body.error?.code ?? body.code
}

describe('administration of transport', () => {
  it('gives an item its own option in place of the common one, changes and ends it, and records each change', async () => {
    const { ask } = operator(product.url)
    const itemId = await copyCenote(product.url, 'gran-cenote')
    const cost = async (): Promise<number> => (await transportOf({ itemId, transportationType: 'meeting_point' })).total
    expect(await cost()).toBe(0)
    const { option } = await ask(create, { input: transportOptionInput('own-gate', { itemId }) })
    expect(option).toMatchObject({ version: 1, type: 'MEETING_POINT' })
    expect(option.stored).toEqual({
      ...transportOptionInput('own-gate', { itemId }),
      centsPerKm: 0,
      vehicleCapacity: 50,
      minutesBefore: 60,
      isActive: true,
    })
    expect(await cost()).toBe(10_000)
    await ask(update, { input: { id: option.id, version: 1, baseCents: 12_500 } })
    expect(await cost()).toBe(12_500)
    await ask(update, { input: { id: option.id, version: 2, isActive: false } })
    expect(await cost()).toBe(0)
    expect((await changesOf(product.url, 'TRANSPORT_OPTION', option.id)).nodes).toMatchObject([
      { before: { isActive: true }, after: { isActive: false } },
      { before: { baseCents: 10_000 }, after: { baseCents: 12_500 } },
      { action: 'CREATED', after: option.stored, key: { lastFour: 'ator' } },
    ])
  })

  it('prices a new pickup zone of a tour, and none outside it', async () => {
    const { id: tourId } = await copyTour(product.url, 'dos-ojos-diving')
    const request = {
      itemType: 'tour',
      itemId: tourId,
      ageBreakdown: { adult: 2 },
      transportationType: 'hotel_pickup',
      pickupCoordinates: downtown,
    }
    expect(await transportOf(request)).toBe('PICKUP_OUT_OF_ZONE')
    const zone = { itemType: 'TOUR', itemId: tourId, type: 'HOTEL_PICKUP', ...downtown, zoneRadiusKm: 12.5 }
    const { option } = await operator(product.url).ask(create, { input: transportOptionInput('diving-tulum', zone) })
    expect(await transportOf(request)).toMatchObject({ total: 10_000, minutesBefore: 60 })
    await operator(product.url).ask(update, { input: { id: option.id, version: 1, minutesBefore: 90 } })
    expect(await transportOf(request)).toMatchObject({ total: 10_000, minutesBefore: 90 })
  })

  it.each([
    [
      { slug: 'A b', baseCents: -1, latitude: 91, zoneRadiusKm: 151 },
      ['slug', 'baseCents', 'latitude', 'zoneRadiusKm'],
    ],
    [{ latitude: 20 }, ['longitude']],
    [{ centsPerKm: 5 }, ['centsPerKm']],
    [{ minutesBefore: 601 }, ['minutesBefore']],
    [{ minutesBefore: -1 }, ['minutesBefore']],
    [{ type: 'PRIVATE_TRANSFER' }, ['vehicleCapacity']],
    [{ itemType: 'TOUR', type: 'HOTEL_PICKUP' }, ['latitude', 'longitude', 'zoneRadiusKm']],
    [{ slug: 'cenotes-meeting-point' }, ['slug']],
    [{ itemId: 'gran-cenote' }, ['itemId']],
  ])('refuses %j, naming its fields', async (more, fields) => {
    const { details } = await operator(product.url).refusal(create, { input: transportOptionInput('wrong', more) })
    expect(Object.keys(details.fields)).toEqual(fields)
  })

  it('replaces what groups get off, which prices follow at once, and records it', async () => {
    const { ask, refusal } = operator(product.url)
    const discount = async (): Promise<number> => {
      const { baseCost, groupDiscount } = await transportOf({
        ageBreakdown: { adult: 6 },
        transportationType: 'hotel_pickup',
        pickupLatitude: downtown.latitude,
        pickupLongitude: downtown.longitude,
      })
      return groupDiscount / baseCost
    }
    expect(await discount()).toBeCloseTo(0.1, 3)
    const { version, stored: usual } = await groups()
    const discounts = [
      { minPeople: 12, percent: 30 },
      { minPeople: 5, percent: 20 },
    ]
    const { groups: updated } = await ask(updateGroups, { input: { version, discounts } })
    expect(updated).toEqual({ version: version + 1, discounts: [discounts[1], discounts[0]] })
    expect(await discount()).toBeCloseTo(0.2, 3)
    expect(await refusal(updateGroups, { input: { version, discounts: [] } })).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { currentVersion: version + 1 },
    })
    const wrong = [{ minPeople: 1, percent: 101 }]
    expect(
      Object.keys((await refusal(updateGroups, { input: { version: version + 1, discounts: wrong } })).details.fields),
    ).toEqual(['discounts.0.minPeople', 'discounts.0.percent'])
    const twice = [
      { minPeople: 5, percent: 1 },
      { minPeople: 5, percent: 2 },
    ]
    expect((await refusal(updateGroups, { input: { version: version + 1, discounts: twice } })).details.fields).toEqual(
      { 'discounts.1.minPeople': ['must not be named twice'] },
    )
    const { nodes } = await changesOf(product.url, 'TRANSPORT_GROUP_DISCOUNTS', 'transport_group_discounts')
    expect(nodes[0]).toMatchObject({ action: 'UPDATED', after: { discounts: [discounts[1], discounts[0]] } })
    await ask(updateGroups, { input: { version: version + 1, discounts: usual.discounts } })
  })

  it('lists options by slug and item, and stores all that the demo ones show', async () => {
    const { ask } = operator(product.url)
    const list =
      'query ($filter: TransportOptionFilter) { transportOptions(filter: $filter, first: 100) { totalCount nodes { slug stored } } }'
    const { transportOptions } = await ask(list)
    const slugs = transportOptions.nodes.map(({ slug }: Json) => slug)
    expect(slugs).toEqual([...slugs].sort())
    expect(transportOptions.totalCount).toBe(slugs.length)
    const { transportOptions: ofTour } = await ask(list, {
      filter: { itemId: demoId('tour', 'tulum-cenotes-classic') },
    })
    expect(ofTour.nodes.map(({ slug }: Json) => slug)).toEqual([
      'tulum-cenotes-classic-playa-del-carmen',
      'tulum-cenotes-classic-tulum',
    ])
    for (const { stored } of transportOptions.nodes) {
      const input = { ...stored, slug: `${stored.slug}-copy`, itemId: randomUUID() }
      expect((await ask(create, { input })).option.stored).toEqual(input)
    }
  })
})
