import { beforeAll, describe, expect, it } from '@jest/globals'
import { deactivateMeetingPoint, setMeetingPointPrice } from '../testkit/catalog-rows.ts'
import { copyCenote, copyTour } from '../testkit/copies.ts'
import { eventually } from '../testkit/eventually.ts'
import { setTransportOption } from '../testkit/price-rows.ts'
import { calculate, cenote, failureOf, nowhere, tour } from '../testkit/pricing.ts'
import { partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
/** Copies of two cenotes and a tour. */
let granCenote: string
let dosOjos: string
let classic: string
/** Meeting points by the slug of their owner, and by their English name. */
const points: Record<string, Record<string, string>> = {}
beforeAll(async () => {
  product = await productToChange()
  rest = partner(product.url)
  granCenote = await copyCenote(product.url, 'gran-cenote')
  dosOjos = await copyCenote(product.url, 'dos-ojos')
  classic = (await copyTour(product.url, 'tulum-cenotes-classic')).id
  for (const [slug, address] of [
    ['gran-cenote', `/cenotes/${granCenote}`],
    ['dos-ojos', `/cenotes/${dosOjos}`],
    ['tulum-cenotes-classic', `/booking/tours/${classic}`],
  ] as const) {
    const { body } = await rest.get(`${address}/meeting-points`)
    points[slug] = Object.fromEntries(body.data.map(({ name, id }: Json) => [name, id]))
  }
})

const station = (slug: string): string => points[slug]?.['Tulum bus station'] ?? ''
const meeting = (slug: string, more: object = {}) => ({
  transportationType: 'meeting_point',
  meetingPointId: station(slug),
  ...more,
})
const calculated = (changes: object) => calculate(rest, { itemId: granCenote, ...changes })
const transportOf = async (changes: object): Promise<Json> => (await calculated(changes)).body.data.transportationCost
/** The tour of the demo data, which has pickups. */
const ofTour = { itemType: 'tour', itemId: tour('tulum-cenotes-classic') }

describe('transport from a meeting point that is named', () => {
  it.each<[string, string, () => object]>([
    ['a cenote', 'gran-cenote', () => ({})],
    ['a tour', 'tulum-cenotes-classic', () => ({ itemType: 'tour', itemId: classic })],
  ])('of %s costs its own price, in every currency and less the group discount', async (_what, slug, itemOf) => {
    const item = itemOf()
    await setMeetingPointPrice(product.database('catalog'), station(slug), { priceCents: 7_777, minutesBefore: 25 })
    await eventually(async () => (await transportOf({ ...item, ...meeting(slug) })).total as number, 7_777)
    expect(await transportOf({ ...item, ...meeting(slug) })).toEqual({
      type: 'meeting_point',
      strategy: 'fixed',
      baseCost: 7_777,
      groupDiscount: 0,
      total: 7_777,
      pickupLocation: null,
      meetingPointId: station(slug),
      minutesBefore: 25,
    })
    // 77.77 pesos at 0.054.
    expect(await transportOf({ ...item, ...meeting(slug), currency: 'USD' })).toMatchObject({ total: 420 })
    expect(await transportOf({ ...item, ...meeting(slug), ageBreakdown: { adult: 10 } })).toMatchObject({
      baseCost: 7_777,
      groupDiscount: 1_167,
      total: 6_610,
    })
  })

  it('is the same in GraphQL, whatever the case of its id', async () => {
    const { body } = await rest.graphql(
      `query ($id: ID!, $input: PriceCalculationInput!) {
        cenote(id: $id) { priceCalculation(input: $input) { transportation { meetingPointId minutesBefore pickupLatitude totalCents } } }
      }`,
      {
        id: granCenote,
        input: {
          ageBreakdown: { adult: 2 },
          transportationType: 'MEETING_POINT',
          meetingPointId: station('gran-cenote').toUpperCase(),
        },
      },
    )
    const { total, minutesBefore } = await transportOf(meeting('gran-cenote'))
    expect(body.data.cenote.priceCalculation.transportation).toEqual({
      meetingPointId: station('gran-cenote'),
      minutesBefore,
      pickupLatitude: null,
      totalCents: total,
    })
  })

  it('is refused with other transport or none, naming the meeting point', async () => {
    for (const transportationType of [undefined, 'hotel_pickup', 'private_transfer'])
      expect(failureOf(await calculated(meeting('gran-cenote', { transportationType })))).toEqual([
        400,
        'ERROR_VALIDACION',
        ['meetingPointId'],
      ])
    expect(failureOf(await calculated(meeting('gran-cenote', { meetingPointId: 'x' })))).toEqual([
      400,
      'ERROR_VALIDACION',
      ['meetingPointId'],
    ])
  })

  it('does not exist when it is unknown, inactive, a pickup zone or of something else', async () => {
    const notFound = [404, 'MEETING_POINT_NOT_FOUND']
    const failure = async (meetingPointId: string | undefined): Promise<Json> =>
      failureOf(await calculated(meeting('gran-cenote', { meetingPointId })))
    expect(await failure(nowhere)).toEqual(notFound)
    expect(await failure(station('dos-ojos'))).toEqual(notFound)
    expect(await failure(station('tulum-cenotes-classic'))).toEqual(notFound)
    expect(await failure(points['gran-cenote']?.['Tulum hotel zone'])).toEqual(notFound)
    const booth = points['gran-cenote']?.['Ticket booth'] ?? ''
    expect((await transportOf(meeting('gran-cenote', { meetingPointId: booth }))).meetingPointId).toBe(booth)
    await deactivateMeetingPoint(product.database('catalog'), booth)
    await eventually(() => failure(booth), notFound)
  })
})

describe('transport from a meeting point that is not named', () => {
  it('costs what is set for all of them, with the minutes of that option', async () => {
    const pricing = product.database('pricing')
    await setTransportOption(pricing, 'cenotes-meeting-point', { baseCents: 4_000, minutesBefore: 35 })
    await eventually(() => transportOf({ transportationType: 'meeting_point' }), {
      type: 'meeting_point',
      strategy: 'fixed',
      baseCost: 4_000,
      groupDiscount: 0,
      total: 4_000,
      pickupLocation: null,
      meetingPointId: null,
      minutesBefore: 35,
    })
    await setTransportOption(pricing, 'cenotes-meeting-point', { baseCents: 0, minutesBefore: 15 })
  })

  it('is free, with no minutes, where nothing is set', async () => {
    expect(await transportOf({ ...ofTour, transportationType: 'meeting_point' })).toMatchObject({
      total: 0,
      meetingPointId: null,
      minutesBefore: 0,
    })
  })
})

describe('a pickup', () => {
  it('has the minutes of the option that is the cheapest there', async () => {
    const pickup = (pickupCoordinates: object) => ({ transportationType: 'hotel_pickup', pickupCoordinates })
    const beach = { latitude: 20.1737, longitude: -87.4478 }
    const downtown = { latitude: 20.2114, longitude: -87.4654 }
    const playa = { latitude: 20.6296, longitude: -87.0739 }
    // A copy has no pickup zone of its own.
    const ofCenote = { itemId: cenote('gran-cenote') }
    expect(await transportOf({ ...ofCenote, ...pickup(beach) })).toMatchObject({ total: 15_000, minutesBefore: 30 })
    expect(await transportOf({ ...ofCenote, ...pickup(downtown) })).toMatchObject({ total: 18_115, minutesBefore: 60 })
    expect(await transportOf({ ...ofTour, ...pickup(downtown) })).toMatchObject({ total: 25_000, minutesBefore: 30 })
    expect(await transportOf({ ...ofTour, ...pickup(playa) })).toMatchObject({ total: 45_000, minutesBefore: 45 })
  })
})
