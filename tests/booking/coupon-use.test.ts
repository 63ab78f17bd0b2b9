import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { sql } from '../testkit/database.ts'
import { nextSaturday, partner, startTestProduct, type TestResponse, type TestProduct } from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { makeDue } from '../testkit/due.ts'

const cenoteId = demoId('cenote', 'gran-cenote')

describe("a coupon's use", () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct()
  })
  afterAll(async () => {
    await expectBalancedBooks(product.database('booking'))
    await product.close()
  })

  const pricing = (text: string, values: unknown[] = []) =>
    sql<{ usage_count: number }>(product.database('pricing'), text, values)
  const uses = async (): Promise<number> =>
    (await pricing("SELECT usage_count FROM sandbox.coupon WHERE code = 'CENOTE10'"))[0]?.usage_count ?? -1
  const limitTo = (usesLeft: number) =>
    pricing("UPDATE sandbox.coupon SET usage_limit = usage_count + $1 WHERE code = 'CENOTE10'", [usesLeft])
  const claims = (state: string) =>
    sql<{ count: number }>(
      product.database('booking'),
      'SELECT count(*)::integer AS count FROM sandbox.coupon_claim WHERE state = $1',
      [state],
    ).then(([row]) => row?.count)

  const create = (visitTime: string, adults = 1): Promise<TestResponse> =>
    partner(product.url).post('/api/partner/reservations', {
      cenoteId,
      visitDate: nextSaturday(),
      visitTime,
      visitors: { adults, children: 0 },
      guest: { name: 'Coupon', email: 'coupon@example.com', phone: '+52 1 555' },
      promoCode: 'cenote10',
    })
  const settled = async (expected: number): Promise<void> => {
    await eventually(uses, expected)
  }

  let before: number
  beforeEach(async () => {
    before = await uses()
    await limitTo(5)
  })

  it('is counted once for each reservation, exactly up to its limit under concurrency', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create('09:00')))
    const created = responses.filter(({ status }) => status === 201)
    expect(created).toHaveLength(5)
    expect(new Set(responses.filter(({ status }) => status !== 201).map(({ body }) => body.error.code))).toEqual(
      new Set(['COUPON_usage_LIMIT_REACHED']),
    )
    for (const { body } of created)
      expect(body.data.pricing.discounts).toContainEqual(expect.objectContaining({ type: 'coupon', name: 'CENOTE10' }))
    await settled(before + 5)
  })

  it('is released when a reservation is cancelled unpaid, and stays when it was paid', async () => {
    const [first, second] = [await create('10:00'), await create('10:00')]
    await settled(before + 2)
    await partner(product.url).post(`/api/partner/reservations/${first.body.data.id}/cancel`, {
      reason: 'guest_request',
    })
    await settled(before + 1)
    const paid = `/api/partner/reservations/${second.body.data.id}`
    expect(await partner(product.url).post(`${paid}/confirm`, { paymentId: 'pay_1' })).toHaveStatus(200)
    expect(await partner(product.url).post(`${paid}/cancel`, { reason: 'weather' })).toHaveStatus(200)
    const claim = 'SELECT state FROM sandbox.coupon_claim WHERE reservation_id = $1'
    await eventually(() => sql(product.database('booking'), claim, [second.body.data.id]), [{ state: 'kept' }])
    expect(await uses()).toBe(before + 1)
  })

  it('is released when the cenote turns out to be closed that day', async () => {
    const suytun = demoId('cenote', 'suytun')
    const [closure] = await sql<{ date: string }>(
      product.database('booking'),
      'SELECT start_date AS date FROM sandbox.closure WHERE cenote_id = $1',
      [suytun],
    )
    const { body } = await partner(product.url).post('/api/partner/reservations', {
      cenoteId: suytun,
      visitDate: closure?.date,
      // With a requested time, a slot is tried without reading closures first.
      visitTime: '10:00',
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Coupon', email: 'coupon@example.com', phone: '+52 1 555' },
      promoCode: 'cenote10',
    })
    expect(body.error).toMatchObject({ code: 'CENOTE_NOT_AVAILABLE', details: { reason: 'maintenance' } })
    await settled(before)
  })

  it('is released when there is no room after all, and when a hold expires', async () => {
    expect(await create('11:00', 50)).toHaveStatus(422)
    await settled(before)
    const { body } = await create('11:00')
    await settled(before + 1)
    await makeDue(product.database('booking'), 'hold', [body.data.id])
    await settled(before)
  })

  it('is released when the process died between counting it and writing the reservation', async () => {
    const reservationId = randomUUID()
    await sql(
      product.database('booking'),
      "INSERT INTO sandbox.coupon_claim (reservation_id, code, state, claimed_at, due_at) VALUES ($1, 'CENOTE10', 'claimed', now(), now() + interval '1 hour')",
      [reservationId],
    )
    await pricing(
      "SELECT sandbox.redeem_coupon($1, (SELECT id FROM sandbox.coupon WHERE code = 'CENOTE10'), now()) FROM set_config('search_path', 'sandbox', false)",
      [reservationId],
    )
    expect(await uses()).toBe(before + 1)
    await sql(product.database('booking'), 'UPDATE sandbox.coupon_claim SET due_at = now() WHERE reservation_id = $1', [
      reservationId,
    ])
    await settled(before)
    expect(await claims('claimed')).toBe(0)
  })
})
