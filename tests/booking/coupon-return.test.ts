import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { storedClosure } from '../testkit/closures.ts'
import { claimStates, couponUses, insertCoupon } from '../testkit/coupons.ts'
import { eventually } from '../testkit/eventually.ts'
import { times } from '../testkit/long-form.ts'
import {
  nextSaturday,
  partner,
  sharedTestProduct,
  startTestProduct,
  type SharedProduct,
  type TestProduct,
  type TestResponse,
} from '../testkit/product.ts'
import { makeDue } from '../testkit/due.ts'
import { dieBeforeReturningUse, whileCouponUsesFail } from '../testkit/failures.ts'

/** A cenote for 200 people an hour. */
const cenoteId = demoId('cenote', 'casa-cenote')
const reservations = '/api/partner/reservations'

describe("a coupon's use that is given back", () => {
  const replicas: SharedProduct[] = []
  let second: TestProduct
  beforeAll(async () => {
    const first = await sharedTestProduct()
    second = await startTestProduct({}, first)
    replicas.push(first, second)
  })
  afterAll(async () => {
    await expectBalancedBooks(database('booking'))
    await second.close()
  })

  const database = (owner: 'booking' | 'pricing'): string => replicas[0]?.database(owner) ?? ''
  const url = (client = 0): string => replicas[client % replicas.length]?.url ?? ''

  const couponOf = (usageLimit: number): Promise<string> => insertCoupon(database('pricing'), { usageLimit })
  const uses = (code: string): Promise<number> => couponUses(database('pricing'), code)
  const requested = (promoCode: string) => ({
    cenoteId,
    visitDate: nextSaturday(),
    visitTime: '10:00',
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Coupon', email: 'coupon@example.com', phone: '+52 1 555' },
    promoCode,
  })
  const create = (promoCode: string, client = 0): Promise<TestResponse> =>
    partner(url(client)).post(reservations, requested(promoCode))
  const cancel = (id: string, client = 0): Promise<TestResponse> =>
    partner(url(client)).post(`${reservations}/${id}/cancel`, { reason: 'guest_request' })
  /** Status and error of both. */
  async function alternate(code: string, client = 0): Promise<unknown[]> {
    const created = await create(code, client)
    // Another process than the one that created it.
    const cancelled = await cancel(created.body.data?.id, client + 1)
    return [created.status, cancelled.status, created.body.error?.code]
  }
  const endHold = (id: string) => makeDue(database('booking'), 'hold', [id])

  it('is free in alternations of creating and cancelling, in sequence', async () => {
    const code = await couponOf(1)
    for (let round = 1; round <= times(8, 200); round += 1)
      expect([round, ...(await alternate(code, round))]).toEqual([round, 201, 200, undefined])
    expect(await uses(code)).toBe(0)
  })

  it('is free in alternations of many clients at once, each with a coupon of its own', async () => {
    await Promise.all(
      Array.from({ length: times(5, 10) }, async (_, client) => {
        const code = await couponOf(1)
        for (let round = 1; round <= times(2, 20); round += 1)
          expect([client, round, ...(await alternate(code, client))]).toEqual([client, round, 201, 200, undefined])
        expect(await uses(code)).toBe(0)
      }),
    )
  })

  it('never lets clients at once have more of one coupon than its limit', async () => {
    const usageLimit = 3
    const code = await couponOf(usageLimit)
    let held = 0
    let maxHeld = 0
    let succeeded = 0
    await Promise.all(
      Array.from({ length: times(8, 12) }, async (_, client) => {
        for (let round = 1; round <= times(2, 15); round += 1) {
          const { status, body } = await create(code, client)
          if (status !== 201) {
            expect([status, body.error.code]).toEqual([422, 'COUPON_usage_LIMIT_REACHED'])
            continue
          }
          succeeded += 1
          held += 1
          maxHeld = Math.max(maxHeld, held)
          expect(await uses(code)).toBeLessThanOrEqual(usageLimit)
          held -= 1
          expect(await cancel(body.data.id, client)).toHaveStatus(200)
        }
      }),
    )
    expect(maxHeld).toBeLessThanOrEqual(usageLimit)
    expect(succeeded).toBeGreaterThan(usageLimit)
    expect(await uses(code)).toBe(0)
  })

  it('is free for the second item of a bulk, and for a preview, once a hold has ended', async () => {
    const code = await couponOf(1)
    const { body } = await create(code)
    const preview = `query ($input: CreateReservationsInput!) {
      reservationPreview(input: $input) { results { error { code } reservation { pricing { discounts { name } } } } } }`
    const { visitors, guest, ...rest } = requested(code)
    const input = { reservations: [{ ...rest, visitors: { adults: visitors.adults }, guest }] }
    const before = await partner(url()).graphql(preview, { input })
    expect(before.body.data.reservationPreview.results[0].error.code).toBe('COUPON_usage_LIMIT_REACHED')
    await endHold(body.data.id)
    const after = await partner(url()).graphql(preview, { input })
    expect(after.body.data.reservationPreview.results).toEqual([
      { error: null, reservation: { pricing: { discounts: [{ name: code }] } } },
    ])
    const bulk = await partner(url()).post(`${reservations}/bulk`, { reservations: [requested(code), requested(code)] })
    expect(bulk.body.data.results.map((one: { error?: { code: string } }) => one.error?.code)).toEqual([
      undefined,
      'COUPON_usage_LIMIT_REACHED',
    ])
    await cancel(bulk.body.data.results[0].reservation.id)
    expect(await uses(code)).toBe(0)
  })

  it('is free as soon as somebody reserves after its hold has ended', async () => {
    const code = await couponOf(1)
    for (let round = 1; round <= times(4, 10); round += 1) {
      const { status, body } = await create(code, round)
      expect([round, status, body.error?.code]).toEqual([round, 201, undefined])
      await endHold(body.data.id)
    }
  })

  it('is released before the response that finds the hold ended', async () => {
    const code = await couponOf(1)
    const { body } = await create(code)
    await endHold(body.data.id)
    const { status } = await partner(url()).post(`${reservations}/${body.data.id}/confirm`, { paymentId: 'pay_late' })
    expect([status, await uses(code)]).toEqual([409, 0])
  })

  it('is released before the refusal of a creation that has no room', async () => {
    const code = await couponOf(1)
    const closed = await storedClosure(database('booking'))
    const { body } = await partner(url()).post(reservations, {
      ...requested(code),
      cenoteId: closed.cenoteId,
      visitDate: closed.date,
    })
    expect([body.error.code, await uses(code)]).toEqual(['CENOTE_NOT_AVAILABLE', 0])
  })

  it('is free for the next creation when the process died between cancelling and releasing it', async () => {
    const code = await couponOf(1)
    const { body } = await create(code)
    await cancel(body.data.id)
    const databases = { booking: database('booking'), pricing: database('pricing') }
    await dieBeforeReturningUse(databases, body.data.id, code)
    const { status } = await create(code)
    expect([status, await uses(code)]).toEqual([201, 1])
  })

  it('does not keep a cancellation from succeeding, and follows, when pricing fails', async () => {
    const code = await couponOf(1)
    const { body } = await create(code)
    expect(await whileCouponUsesFail(database('pricing'), () => cancel(body.data.id))).toHaveStatus(200)
    await eventually(() => uses(code), 0)
    await eventually(() => claimStates(database('booking'), { reservationId: body.data.id }), ['returned'])
  })

  it('leaves no claim of a creation that pricing refused', async () => {
    const code = await couponOf(1)
    const responses = await Promise.all(Array.from({ length: 10 }, (_, client) => create(code, client)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await claimStates(database('booking'), { code })).toEqual(['kept'])
  })
})
