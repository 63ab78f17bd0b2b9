import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks, holdTwenty } from '../testkit/capacity.ts'
import { sql } from '../testkit/database.ts'
import { nextSaturday, partner, startTestProduct, type TestResponse, type TestProduct } from '../testkit/product.ts'
import { makeDue } from '../testkit/due.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
const visitDate = nextSaturday()
const body = (visitTime: string, adults = 1) => ({
  cenoteId,
  visitDate,
  visitTime,
  visitors: { adults, children: 0 },
  guest: { name: 'Crowd', email: 'crowd@example.com', phone: '+52 1' },
})

describe('places', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct()
  })
  afterAll(() => product.close())

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
    expect(created.reduce((people, { body: made }) => people + made.data.visitors.total, 0)).toBe(20)
    for (const { status, body: refusal } of responses) {
      if (status === 201) continue
      expect(status).toBe(422)
      expect(['CENOTE_NOT_AVAILABLE', 'INSUFFICIENT_CAPACITY']).toContain(refusal.error.code)
      if (refusal.error.code !== 'INSUFFICIENT_CAPACITY') continue
      const { requested, available } = refusal.error.details
      expect(available).toBeGreaterThan(0)
      expect(available).toBeLessThan(requested)
    }
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
    const one = async (index: number): Promise<TestResponse> => {
      const created = await rest.post('/api/partner/reservations', body('12:00', 1 + (index % 5)))
      if (created.status !== 201) return created
      const address = `/api/partner/reservations/${created.body.data.id}`
      await Promise.all([
        rest.post(`${address}/confirm`, {}),
        ...(index % 2 === 0 ? [rest.post(`${address}/cancel`, { reason: 'weather' })] : []),
      ])
      return created
    }
    const responses = await Promise.all(Array.from({ length: 60 }, (_, index) => one(index)))
    for (const { status, body: response } of responses) {
      expect([201, 422]).toContain(status)
      if (status === 422) expect(['CENOTE_NOT_AVAILABLE', 'INSUFFICIENT_CAPACITY']).toContain(response.error.code)
    }
    const [slot] = await sql<{ booked: number }>(
      product.database('booking'),
      `SELECT booked FROM sandbox.inventory_slot WHERE cenote_id = $1 AND visit_date = $2 AND visit_time = '12:00'`,
      [cenoteId, visitDate],
    )
    expect(slot?.booked).toBeLessThanOrEqual(20)
    await expectBalancedBooks(product.database('booking'))
  })

  it('go to one winner when a confirmation and a cancellation race', async () => {
    const rest = partner(product.url)
    for (let round = 0; round < 10; round += 1) {
      const created = await rest.post('/api/partner/reservations', body('14:00'))
      const address = `/api/partner/reservations/${created.body.data.id}`
      const responses = await Promise.all([
        rest.post(`${address}/confirm`, {}),
        rest.post(`${address}/confirm`, {}),
        rest.post(`${address}/cancel`, { reason: 'weather' }),
      ])
      expect(responses.filter(({ status }) => status === 200 || status === 409)).toHaveLength(3)
      expect(responses.filter((response, index) => index < 2 && response.status === 200).length).toBeLessThanOrEqual(1)
      const { body: read } = await rest.get(address)
      expect(read.data.statusHistory.at(-1).status).toBe(read.data.status)
    }
    await expectBalancedBooks(product.database('booking'))
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
    const [event] = await sql<{ type: string }>(
      product.database('booking'),
      'SELECT type FROM sandbox.reservation_event WHERE reservation_id = $1 ORDER BY version DESC LIMIT 1',
      [created.body.data.id],
    )
    expect(event?.type).toBe('reservation.expired')
    await expectBalancedBooks(product.database('booking'))
  })
})
