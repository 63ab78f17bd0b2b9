import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { openPool } from '../../../tests/testkit/database.ts'
import { startTestPricing } from '../../../tests/testkit/pricing-subgraph.ts'
import type { TestSubgraph } from '../../../tests/testkit/subgraph.ts'
import type { ProductChange } from '../../shared/store/product-changes.ts'
import { readPriceChanges } from './price-changes.ts'

const noon = Date.parse('2031-05-01T12:00:00Z')
const hour = 3_600_000
let now = noon
const clock = { now: () => new Date(now) }
let pricing: TestSubgraph
let pool: pg.Pool
beforeAll(async () => {
  pricing = await startTestPricing()
  pool = openPool(pricing.databaseName, undefined, { options: '-c search_path=live,public' })
})
afterAll(async () => {
  await pool.end()
  await pricing.close()
})

const read = (since: string | null) => readPriceChanges(pool, clock, since)
const idsOf = (changes: readonly ProductChange[]): (string | null)[] => changes.map(({ productId }) => productId)

/** A promotion that begins and ends at hours after noon, with rules for single products or for all. */
async function promotion(
  from: number,
  to: number,
  productIds: readonly (string | null)[],
  status = 'active',
): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `INSERT INTO promotion (id, name, slug, status, promotion_type, starts_at, ends_at) VALUES ($1, '{}', $1::uuid::text, $2, 'test', $3, $4)`,
    [id, status, new Date(noon + from * hour), new Date(noon + to * hour)],
  )
  for (const productId of productIds)
    await pool.query(
      `INSERT INTO discount_rule (id, name, discount_type, applies_to, product_id, value, max_discount_cents, priority, stackable,
         exclude_transport, user_eligibility, is_active, promotion_id)
       VALUES (gen_random_uuid(), '{}', 'percentage', $1, $2, 10, 1000, 1, true, true, 'all', true, $3)`,
      [productId === null ? 'all' : 'specific', productId, id],
    )
  return id
}

describe('starts and ends of promotions', () => {
  it('are reported once to each reader, of the products of their rules, with the instant', async () => {
    now = noon
    const [one, other] = [randomUUID(), randomUUID()]
    await promotion(1, 5, [one, other, one])
    const { position: start } = await read(null)
    expect((await read(start)).changes).toEqual([])
    now = noon + 2 * hour
    const started = await read(start)
    expect(idsOf(started.changes).sort()).toEqual([one, other].sort())
    expect(started.changes).toMatchObject([
      { kind: 'pricing', at: noon + hour },
      { kind: 'pricing', at: noon + hour },
    ])
    expect((await read(started.position)).changes).toEqual([])
    // Another reader, or one that did not store its position.
    expect(idsOf((await read(start)).changes).sort()).toEqual([one, other].sort())
    now = noon + 6 * hour
    const ended = await read(started.position)
    expect(ended.changes.map(({ at }) => at)).toEqual([noon + 5 * hour, noon + 5 * hour])
    expect((await read(ended.position)).changes).toEqual([])
  })

  it('are reported to a reader that was away from before the start until after the end', async () => {
    now = noon + 10 * hour
    const id = randomUUID()
    await promotion(11, 12, [id])
    const { position } = await read(null)
    now = noon + 40 * 24 * hour
    expect((await read(position)).changes).toMatchObject([{ productId: id, at: noon + 11 * hour }])
  })

  it('are of every product where a rule is, and none where it is not active', async () => {
    now = noon + 50 * 24 * hour
    const from = 50 * 24 + 1
    await promotion(from, from + 9, [randomUUID()], 'paused')
    await promotion(from, from + 9, [null])
    const { position } = await read(null)
    now += 2 * hour
    expect(idsOf((await read(position)).changes)).toEqual([null])
  })

  it('are reported beside what was changed, and only once where both concern a product', async () => {
    now = noon + 60 * 24 * hour
    const [changed, started] = [randomUUID(), randomUUID()]
    const from = 60 * 24 + 1
    await promotion(from, from + 9, [changed, started])
    const { position } = await read(null)
    await pool.query('UPDATE discount_rule SET value = 11 WHERE product_id = $1', [changed])
    now += 2 * hour
    expect(idsOf((await read(position)).changes).sort()).toEqual([changed, started].sort())
  })

  it('are reported when the promotion was stored after they had passed', async () => {
    now = noon + 70 * 24 * hour
    const { position } = await read(null)
    now += 2 * hour
    const { position: later } = await read(position)
    const id = randomUUID()
    await promotion(70 * 24 + 1, 70 * 24 + 9, [id])
    expect(idsOf((await read(later)).changes)).toContain(id)
  })

  it('are not reported again to a reader of a process whose clock is behind', async () => {
    now = noon + 80 * 24 * hour
    await promotion(80 * 24 + 1, 80 * 24 + 9, [randomUUID()])
    const { position } = await read(null)
    now += 2 * hour
    const first = await read(position)
    expect(first.changes).toHaveLength(1)
    now -= 1.5 * hour
    const behind = await read(first.position)
    now += 1.5 * hour
    expect((await read(behind.position)).changes).toEqual([])
  })
})
