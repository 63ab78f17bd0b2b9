import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../../platform/values/demo-id.ts'
import type { TestSubgraph } from '../../../tests/testkit/subgraph.ts'
import { startTestPricing } from '../../../tests/testkit/pricing-subgraph.ts'

const redeemMutation =
  'mutation($input: RedeemCouponInput!) { redeemCoupon(input: $input) { reservationId code redeemedAt } }'
const releaseMutation =
  'mutation($input: ReleaseCouponInput!) { releaseCoupon(input: $input) { reservationId code releasedAt } }'
const productId = demoId('cenote', 'gran-cenote')

describe('redeeming coupons', () => {
  let pricing: TestSubgraph
  let replica: TestSubgraph
  beforeAll(async () => {
    pricing = await startTestPricing()
    replica = await startTestPricing(pricing.databaseName)
  })
  afterAll(async () => {
    await replica.close()
    await pricing.close()
  })

  /** A coupon with some uses counted elsewhere already. */
  async function coupon(usageLimit: number | null, usedBefore = 0): Promise<string> {
    const code = `T${randomUUID().slice(0, 8)}`.toUpperCase()
    await pricing.sql(
      `INSERT INTO live.coupon (id, code, name, discount_type, value, usage_limit, usage_count, usage_before, stackable, priority, is_active)
       VALUES (gen_random_uuid(), $1, '{"en": "", "es": ""}', 'percentage', 10, $2, $3, $3, true, 1, true)`,
      [code, usageLimit, usedBefore],
    )
    return code
  }
  const input = (code: string, reservationId: string = randomUUID()) => ({ code, reservationId, productId })
  const redeem = async (variables: ReturnType<typeof input>, through = pricing): Promise<string> =>
    (await through.ask<{ redeemCoupon: { code: string } }>(redeemMutation, { input: variables })).redeemCoupon.code
  const release = async (reservationId: string, through = pricing): Promise<string | null> =>
    (await through.ask<{ releaseCoupon: { code: string | null } }>(releaseMutation, { input: { reservationId } }))
      .releaseCoupon.code
  const uses = async (code: string): Promise<unknown> =>
    (await pricing.sql('SELECT usage_count FROM live.coupon WHERE code = $1', [code]))[0]?.usage_count

  it('gives exactly the last 5 uses to 100 reservations at once, over two replicas', async () => {
    const code = await coupon(1_000, 995)
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const variables = { input: input(code) }
        const refusal = await (index % 2 === 0 ? pricing : replica).refusal(redeemMutation, variables)
        return refusal.code ?? 'redeemed'
      }),
    )
    expect(outcomes.filter((outcome) => outcome === 'redeemed')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'COUPON_usage_LIMIT_REACHED')).toHaveLength(95)
    expect(await uses(code)).toBe(1_000)
  })

  it('counts a reservation once however often and from wherever it is called', async () => {
    const code = await coupon(10)
    const one = input(code)
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => redeem(one, index % 2 === 0 ? pricing : replica)),
    )
    expect(new Set(codes)).toEqual(new Set([code]))
    expect(await uses(code)).toBe(1)
    // The response stays when the coupon is at its limit or switched off meanwhile: the use is already counted.
    await pricing.sql('UPDATE live.coupon SET usage_limit = 1, is_active = false WHERE code = $1', [code])
    expect(await redeem(one)).toBe(code)
  })

  it('releases a use once however often it is called, and lets another reservation take it', async () => {
    const code = await coupon(1)
    const first = input(code.toLowerCase())
    await redeem(first)
    expect((await pricing.refusal(redeemMutation, { input: input(code) })).code).toBe('COUPON_usage_LIMIT_REACHED')
    const released = await Promise.all(
      Array.from({ length: 20 }, (_, index) => release(first.reservationId, index % 2 === 0 ? pricing : replica)),
    )
    expect(new Set(released)).toEqual(new Set([code]))
    expect(await uses(code)).toBe(0)
    await redeem(input(code))
    expect(await uses(code)).toBe(1)
  })

  it('takes no use for a reservation whose release came first', async () => {
    const code = await coupon(5)
    const late = input(code)
    expect(await release(late.reservationId)).toBeNull()
    expect(await pricing.refusal(redeemMutation, { input: late })).toMatchObject({
      code: 'COUPON_NOT_APPLICABLE',
      details: { reason: 'released' },
    })
    expect(await release(late.reservationId)).toBeNull()
    expect(await uses(code)).toBe(0)
  })

  it('counts one coupon a reservation', async () => {
    const reservationId = randomUUID()
    await redeem(input('CENOTE10', reservationId))
    expect(await pricing.refusal(redeemMutation, { input: input('FIJO200', reservationId) })).toMatchObject({
      code: 'COUPON_NOT_APPLICABLE',
      details: { reason: 'another_coupon' },
    })
  })

  it.each([
    ['an unknown one', 'NOPE', 'COUPON_NOT_FOUND'],
    ['5,000 characters', 'X'.repeat(5_000), 'COUPON_NOT_FOUND'],
    ['an expired one', 'EXPIRED2024', 'COUPON_EXPIRED'],
    ['one not yet valid', 'FUTURE2099', 'COUPON_NOT_YET_VALID'],
    ['one used up', 'SOLDOUT', 'COUPON_usage_LIMIT_REACHED'],
    ['one switched off', 'INACTIVE', 'COUPON_INACTIVE'],
    ['one for another cenote', 'IKKIL15', 'COUPON_NOT_APPLICABLE'],
  ])('refuses %s', async (_what, code, expected) => {
    expect((await pricing.refusal(redeemMutation, { input: input(code) })).code).toBe(expected)
  })

  it('maintains counters that equal earlier uses plus those redeemed and not released', async () => {
    const code = await coupon(50, 7)
    const reservations = Array.from({ length: 20 }, () => input(code))
    await Promise.all(reservations.map((one) => redeem(one)))
    await Promise.all(reservations.slice(0, 8).map(({ reservationId }) => release(reservationId, replica)))
    expect(await uses(code)).toBe(19)
    const wrong = await pricing.sql(
      `SELECT code FROM live.coupon c WHERE usage_count <> usage_before + (
         SELECT count(*) FROM live.coupon_redemption r WHERE r.coupon_id = c.id AND r.released_at IS NULL)`,
    )
    expect(wrong).toEqual([])
  })
})
