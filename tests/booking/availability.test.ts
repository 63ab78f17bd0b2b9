import { beforeAll, describe, expect, it } from '@jest/globals'
import { addDays, localDateTime } from '../../platform/values/clock.ts'
import { storeBookedDays } from '../testkit/capacity.ts'
import { cenoteInput } from '../testkit/catalog-forms.ts'
import { copyCenote } from '../testkit/copies.ts'
import { eventually } from '../testkit/eventually.ts'
import {
  nextSaturday,
  partner,
  productToChange,
  startTestProduct,
  type TestResponse,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'

const saturday = nextSaturday()
/** The hourly capacity of the cenote. */
const hourly = 30
/** A place south of all cenotes of the demo data. */
const location = { ...cenoteInput('x').location, latitude: 18.5, longitude: -88.3 }
let product: SharedProduct
/** A copy of Gran Cenote. */
let cenoteId: string
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await productToChange()
  cenoteId = await copyCenote(product.url, 'gran-cenote', { location })
  rest = partner(product.url)
})

const today = (): string => localDateTime(new Date(), 'America/Cancun').date
const dayOf = async (query: string): Promise<Json> => {
  const { body } = await rest.get(`/api/partner/cenotes/${cenoteId}/availability?${query}`)
  return body.data.availability[0]
}
const reserve = (body: object): Promise<TestResponse> =>
  rest.post('/api/partner/reservations', {
    cenoteId,
    visitDate: saturday,
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
    ...body,
  })
const refusalOf = async (response: Promise<TestResponse>): Promise<Json> => {
  const { status, body } = await response
  expect([status, body.error.code]).toEqual([422, 'CENOTE_NOT_AVAILABLE'])
  return body.error.details
}

describe('a day or slot that cannot be booked', () => {
  it('has the same reason over REST and GraphQL, and fully_booked only when others have the places', async () => {
    const cases: [query: Record<string, string | number>, reason: string][] = [
      [{ time: '10:30' }, 'not_a_slot'],
      [{ visitors: hourly + 1 }, 'too_many_visitors'],
      [{ time: '10:00', visitors: hourly + 1 }, 'too_many_visitors'],
      [{ startDate: '2126-01-05' }, 'too_far_ahead'],
    ]
    const question = `query ($id: ID!, $input: AvailabilityInput!) {
      cenote(id: $id) { availability(input: $input) { days { available reason } } } }`
    for (const [query, reason] of cases) {
      const input = { startDate: saturday, ...query }
      const text = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
      expect([query, await dayOf(String(text))]).toMatchObject([query, { available: false, reason }])
      const { body } = await rest.graphql(question, { id: cenoteId, input })
      expect(body.data.cenote.availability.days).toEqual([{ available: false, reason: reason.toUpperCase() }])
    }
    const full = await reserve({ visitTime: '12:00', visitors: { adults: hourly, children: 0 } })
    expect(full).toHaveStatus(201)
    expect(await dayOf(`startDate=${saturday}&time=12:00`)).toMatchObject({ reason: 'fully_booked' })
    expect(await dayOf(`startDate=${saturday}&time=13:00`)).toMatchObject({ available: true })
  })

  it('is refused with that reason when it is reserved, with what could be had instead', async () => {
    const slot = await refusalOf(reserve({ visitTime: '10:30' }))
    expect(slot).toMatchObject({ reason: 'not_a_slot', date: saturday, time: '10:30' })
    expect(slot.alternatives).toHaveLength(3)
    const full = await refusalOf(reserve({ visitTime: '12:00' }))
    expect(full).toMatchObject({ reason: 'fully_booked' })
    // No slot ever holds so many, so there is nothing to offer.
    const many = await refusalOf(reserve({ visitTime: '12:00', visitors: { adults: hourly + 1, children: 0 } }))
    expect(many).toMatchObject({ reason: 'too_many_visitors', alternatives: [] })

    await rest.send('PUT', `/api/partner/cenotes/${cenoteId}/availability`, {
      date: saturday,
      timeSlots: [{ time: '15:00', available: false }],
    })
    expect(await dayOf(`startDate=${saturday}&time=15:00`)).toMatchObject({ reason: 'closed_by_operator' })
    expect(await refusalOf(reserve({ visitTime: '15:00' }))).toMatchObject({ reason: 'closed_by_operator' })
  })

  it('is refused with that reason when a reservation is to be moved or to grow', async () => {
    const { body } = await reserve({ visitTime: '11:00', visitors: { adults: 2, children: 0 } })
    const patch = (change: object) => rest.send('PATCH', `/api/partner/reservations/${body.data.id}`, change)
    expect(await refusalOf(patch({ visitTime: '10:30' }))).toMatchObject({ reason: 'not_a_slot' })
    expect(await refusalOf(patch({ visitTime: '12:00' }))).toMatchObject({ reason: 'fully_booked' })
    expect(await refusalOf(patch({ visitTime: '15:00' }))).toMatchObject({ reason: 'closed_by_operator' })
    const grown = await patch({ visitors: { adults: hourly + 1 } })
    expect(grown.body.error).toMatchObject({
      code: 'INSUFFICIENT_CAPACITY',
      details: { requested: hourly + 1, available: hourly },
    })
    expect(await patch({ visitTime: '13:00', visitors: { adults: hourly } })).toHaveStatus(200)
  })
})

describe('a day further ahead than visits are sold', () => {
  it('can be neither booked nor overridden, and is reported as such', async () => {
    const [last, beyond] = [addDays(today(), 730), addDays(today(), 731)]
    expect(await reserve({ visitDate: last })).toHaveStatus(201)
    for (const visitDate of [beyond, '2126-06-01']) {
      const refused = await refusalOf(reserve({ visitDate, visitTime: '10:00' }))
      expect(refused).toMatchObject({ reason: 'too_far_ahead', date: visitDate, time: '10:00' })
      expect(refused.alternatives.map(({ date }: Json) => date)).toEqual([last, last, last])
      expect(await refusalOf(reserve({ visitDate }))).toMatchObject({ reason: 'too_far_ahead', time: null })
    }
    const override = await rest.send('PUT', `/api/partner/cenotes/${cenoteId}/availability`, { date: beyond })
    expect(override.body.error.details).toMatchObject({ rule: 'date_too_far_ahead' })
    const { body } = await rest.graphql('{ reservationPolicy { horizonDays } }')
    expect(body.data.reservationPolicy).toEqual({ horizonDays: 730 })
  })

  it('is as far as the operator sets it', async () => {
    const short = await startTestProduct({ BOOKING_HORIZON_DAYS: '10' }, product)
    try {
      const { body } = await partner(short.url).get(
        `/api/partner/cenotes/${cenoteId}/availability?startDate=${addDays(today(), 10)}&endDate=${addDays(today(), 11)}`,
      )
      expect(body.data.availability.map(({ reason }: Json) => reason)).toEqual([undefined, 'too_far_ahead'])
    } finally {
      await short.close()
    }
  })
})

describe('a cenote around a point', () => {
  it('is available when one person finds room on any of the next 7 days', async () => {
    const availableAt = async (): Promise<boolean> => {
      const { body } = await rest.get(
        `/api/partner/cenotes/search/nearby?latitude=${location.latitude}&longitude=${location.longitude}&radius=1&limit=1`,
      )
      expect(body.data[0].id).toBe(cenoteId)
      return body.data[0].available
    }
    const expanded = async (): Promise<boolean[]> => {
      const { body } = await rest.get(`/api/partner/cenotes/${cenoteId}?expand=availability&fields=id`)
      return body.data.availability.availability.map(({ available }: Json) => available)
    }
    const fillNext = (days: number, booked = 200) => {
      const dates = Array.from({ length: days }, (_, index) => addDays(today(), index))
      return storeBookedDays(product.database('booking'), cenoteId, dates, booked)
    }
    await fillNext(6)
    expect(await availableAt()).toBe(true)
    await fillNext(7)
    // Cached reads show up to a second later what was written behind the product's back.
    await eventually(availableAt, false)
    await eventually(expanded, Array<boolean>(7).fill(false))
    await fillNext(7, 0)
  })
})
