import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks, holdTwenty, storedSlot } from '../testkit/capacity.ts'
import {
  nextSaturday,
  partner,
  sharedTestProduct,
  type Json,
  type TestResponse,
  type SharedProduct,
} from '../testkit/product.ts'
import { makeDue } from '../testkit/due.ts'
import { storedEvents } from '../testkit/stored-events.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
const visitDate = nextSaturday()
const body = (visitTime: string, adults = 1) => ({
  cenoteId,
  visitDate,
  visitTime,
  visitors: { adults, children: 0 },
  guest: { name: 'Crowd', email: 'crowd@example.com', phone: '+52 1' },
})
const peopleIn = (created: readonly TestResponse[]): number =>
  created.reduce((people, { body: made }) => people + made.data.visitors.total, 0)

/** Whether a request for a party was refused because it did not fit into what was left. */
function isTooLarge({ status, body: refusal }: TestResponse): boolean {
  const { code, details } = refusal.error
  if (status !== 422) return false
  return code === 'INSUFFICIENT_CAPACITY'
    ? details.available > 0 && details.available < details.requested
    : code === 'CENOTE_NOT_AVAILABLE'
}

/** Books a party and confirms it; one with an even number is cancelled at the same time. */
async function bookAndChange(rest: ReturnType<typeof partner>, number: number): Promise<TestResponse> {
  const created = await rest.post('/api/partner/reservations', body('12:00', 1 + (number % 5)))
  if (created.status !== 201) return created
  const address = `/api/partner/reservations/${created.body.data.id}`
  const confirmation = rest.post(`${address}/confirm`, {})
  const lastChange = number % 2 === 0 ? rest.post(`${address}/cancel`, { reason: 'weather' }) : confirmation
  expect(await lastChange).toHaveStatus(200)
  await confirmation
  return created
}

describe('places', () => {
  let product: SharedProduct
  beforeAll(async () => {
    product = await sharedTestProduct()
  })

  it('go to exactly 20 of 200 concurrent requests for a slot of 20, and the others are refused cleanly', async () => {
    await holdTwenty(product.database('booking'), cenoteId, visitDate, '10:00')
    const rest = partner(product.url)
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => rest.post('/api/partner/reservations', body('10:00'))),
    )
    const created = responses.filter(({ status }) => status === 201)
    const refused = responses.filter(({ status }) => status === 422)
    expect([created.length, refused.length]).toEqual([20, 180])
    for (const { body: refusal } of refused)
      expect(refusal.error).toMatchObject({
        code: 'CENOTE_NOT_AVAILABLE',
        details: { reason: 'fully_booked', time: '10:00' },
      })
    expect(refused[0]?.body.error.details.alternatives).toHaveLength(3)
    await expectBalancedBooks(product.database('booking'))
  })

  it('fill a slot of 20 completely when parties of all sizes arrive at once, and refuse only those that do not fit', async () => {
    await holdTwenty(product.database('booking'), cenoteId, visitDate, '11:00')
    const rest = partner(product.url)
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => rest.post('/api/partner/reservations', body('11:00', 1 + (index % 7)))),
    )
    const created = responses.filter(({ status }) => status === 201)
    // Parties of one were refused too: that is right only when no place is left.
    expect(peopleIn(created)).toBe(20)
    expect(responses.filter((response) => response.status !== 201 && !isTooLarge(response))).toEqual([])
    await expectBalancedBooks(product.database('booking'))
  })

  it('are never more than a day holds, though its slots together hold more', async () => {
    const rest = partner(product.url)
    // The slots from 08:00 to 17:00 hold 40 each, the day 250.
    const responses = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        rest.post('/api/partner/reservations', {
          ...body(`${String(8 + (index % 10)).padStart(2, '0')}:00`, 5),
          cenoteId: demoId('cenote', 'zaci'),
        }),
      ),
    )
    expect([201, 422].map((wanted) => responses.filter(({ status }) => status === wanted).length)).toEqual([50, 30])
    await expectBalancedBooks(product.database('booking'))
  })

  it('are never more than a slot holds when parties of all sizes are booked, confirmed and cancelled at once', async () => {
    await holdTwenty(product.database('booking'), cenoteId, visitDate, '12:00')
    const rest = partner(product.url)
    const responses = await Promise.all(Array.from({ length: 60 }, (_, index) => bookAndChange(rest, index)))
    // Those that are not cancelled have 90 people.
    const refused = responses.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.filter((response) => !isTooLarge(response))).toEqual([])
    // Parties of one fill the slot up: it holds fewer if the cancellations lost places.
    await Promise.all(Array.from({ length: 20 }, () => rest.post('/api/partner/reservations', body('12:00'))))
    expect(
      await storedSlot(product.database('booking'), { productId: cenoteId, date: visitDate, time: '12:00' }),
    ).toMatchObject({ booked: 20 })
    await expectBalancedBooks(product.database('booking'))
  })

  it('are confirmed once by two concurrent confirmations', async () => {
    const rest = partner(product.url)
    for (let round = 0; round < 10; round += 1) {
      const { body: created } = await rest.post('/api/partner/reservations', body('13:00'))
      const address = `/api/partner/reservations/${created.data.id}`
      const responses = await Promise.all([0, 1].map(() => rest.post(`${address}/confirm`, {})))
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
      const { body: read } = await rest.get(address)
      expect(read.data.statusHistory.map(({ status }: Json) => status)).toEqual(['pending', 'confirmed'])
    }
    await expectBalancedBooks(product.database('booking'))
  })

  it('are free after a cancellation that races with two confirmations', async () => {
    const rest = partner(product.url)
    for (let round = 0; round < 10; round += 1) {
      const { body: created } = await rest.post('/api/partner/reservations', body('14:00'))
      const address = `/api/partner/reservations/${created.data.id}`
      const confirmations = Promise.all([0, 1].map(() => rest.post(`${address}/confirm`, {})))
      expect(await rest.post(`${address}/cancel`, { reason: 'weather' })).toHaveStatus(200)
      const statuses = (await confirmations).map(({ status }) => status).sort()
      expect(['200 409', '409 409']).toContain(statuses.join(' '))
      const passed = statuses[0] === 200 ? ['pending', 'confirmed'] : ['pending']
      const { body: read } = await rest.get(address)
      expect(read.data.statusHistory.map(({ status }: Json) => status)).toEqual([...passed, 'cancelled'])
    }
    expect(
      await storedSlot(product.database('booking'), { productId: cenoteId, date: visitDate, time: '14:00' }),
    ).toMatchObject({ booked: 0 })
  })

  it('of an expired hold are free again, and its end is an event', async () => {
    const rest = partner(product.url)
    const created = await rest.post('/api/partner/reservations', body('15:00', 4))
    await makeDue(product.database('booking'), 'hold', [created.body.data.id])
    const confirmed = await rest.post(`/api/partner/reservations/${created.body.data.id}/confirm`, {})
    expect(confirmed.body.error).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      status: 409,
      details: { currentStatus: 'cancelled', requestedStatus: 'confirmed', allowedTransitions: ['refunded'] },
    })
    const events = await storedEvents(product.database('booking'), created.body.data.id)
    expect(events.at(-1)?.type).toBe('reservation.expired')
    await expectBalancedBooks(product.database('booking'))
  })
})
