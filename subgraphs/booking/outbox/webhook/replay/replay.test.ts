import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { testServerUrl } from '../../../../../tests/testkit/database.ts'
import { createDatabase } from '../../../../../tests/testkit/template-databases.ts'
import type { CatalogEventType } from '../../../../../schema/event-types.ts'
import { openDatabases, type Database } from '../../../database.ts'
import { advanceReplays } from './advance-replays.ts'
import { removeLeftovers } from '../store/delivery.ts'
import { insertWebhook } from '../store/registration.ts'
import { findReplay, insertReplay, removeReplays } from '../store/replay.ts'
import type { Replay } from '../webhook.ts'

const partnerId = randomUUID()
const webhookId = randomUUID()
let opened: Awaited<ReturnType<typeof openDatabases>>
let database: Database

beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  database = opened.databases.sandbox
})
afterAll(() => opened.close())
beforeEach(async () => {
  await database.pool.query('DELETE FROM webhook; DELETE FROM product_event')
  const webhook = { id: webhookId, partnerId, url: 'http://127.0.0.1:9/', events: ['pricing.*'], description: null }
  await insertWebhook(database.pool, { ...webhook, secret: Buffer.alloc(1), at: new Date() }, 1)
})

/** Publishes events of products; their ids in order. */
async function publish(count: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO product_event (id, type, occurred_at)
     SELECT gen_random_uuid(), 'pricing.updated', now() FROM generate_series(1, $1::int) RETURNING id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

async function begin(): Promise<Replay> {
  const { rows } = await database.pool.query<{ end: number }>(
    'SELECT max(transaction_id)::text::bigint AS end FROM product_event',
  )
  const types: CatalogEventType[] = ['pricing.updated']
  const begun = await insertReplay(database.pool, {
    id: randomUUID(),
    webhookId,
    events: {
      partnerId,
      types,
      after: { transaction: 0, sequence: 0 },
      end: { transaction: rows[0]?.end ?? 0, sequence: Number.MAX_SAFE_INTEGER },
      since: undefined,
    },
    at: new Date(),
  })
  return (begun as { replay: Replay }).replay
}

const advance = (): Promise<boolean> => advanceReplays(database.pool, () => undefined)
/** Ids of the events that wait to be delivered, in order. */
const waiting = async (): Promise<string[]> =>
  (
    await database.pool.query<{ id: string }>(
      `SELECT event_id AS id FROM webhook_delivery WHERE next_attempt_at IS NOT NULL ORDER BY next_attempt_at, sequence`,
    )
  ).rows.map(({ id }) => id)
/** Ends what waits, as attempts do. */
const deliver = (status: 'succeeded' | 'dead', limit = 10_000): Promise<unknown> =>
  database.pool.query(
    `UPDATE webhook_delivery SET status = $1, next_attempt_at = NULL WHERE id IN (
       SELECT id FROM webhook_delivery WHERE next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT $2)`,
    [status, limit],
  )

describe('replays', () => {
  it('let few deliveries wait, each event once and in order, however many processes advance them', async () => {
    const events = await publish(5_000)
    const replay = await begin()
    expect(replay).toMatchObject({ status: 'running', total: 5_000 })
    const queued: string[] = []
    while (queued.length < events.length) {
      await Promise.all([advance(), advance(), advance()])
      while (await advance());
      const batch = await waiting()
      expect(batch.length).toBeLessThanOrEqual(2_000)
      queued.push(...batch)
      await deliver('succeeded')
    }
    expect(queued).toEqual(events)
    await advance()
    expect(await findReplay(database.pool, webhookId, replay.id)).toMatchObject({
      status: 'done',
      total: 5_000,
      done: 5_000,
      failed: 0,
    })
  })

  it('deliver again what was delivered or waits, in the order of the log', async () => {
    const events = await publish(3)
    const first = await begin()
    await advance()
    await deliver('succeeded', 2)
    await deliver('dead')
    await advance()
    expect(await findReplay(database.pool, webhookId, first.id)).toMatchObject({ status: 'done', done: 2, failed: 1 })
    const more = await publish(1)
    await begin()
    await advance()
    expect(await waiting()).toEqual([...events, ...more])
  })

  it('report progress before it is counted', async () => {
    await publish(3)
    const { id } = await begin()
    await advance()
    await deliver('succeeded', 1)
    expect(await findReplay(database.pool, webhookId, id)).toMatchObject({ status: 'running', done: 1, failed: 0 })
    await deliver('dead', 1)
    await advance()
    expect(await findReplay(database.pool, webhookId, id)).toMatchObject({ status: 'running', done: 1, failed: 1 })
  })

  it('end with fewer events when some were removed meanwhile', async () => {
    const [gone] = await publish(3)
    const { id } = await begin()
    await advance()
    await database.pool.query('DELETE FROM product_event WHERE id = $1', [gone])
    await deliver('succeeded')
    await advance()
    expect(await findReplay(database.pool, webhookId, id)).toMatchObject({ status: 'done', total: 2, done: 2 })
  })

  it('are removed by their age, and with their webhook', async () => {
    const { id } = await begin()
    await removeReplays(database.pool, new Date(Date.now() - 60_000))
    expect(await findReplay(database.pool, webhookId, id)).not.toBeNull()
    await removeReplays(database.pool, new Date(Date.now() + 60_000))
    expect(await findReplay(database.pool, webhookId, id)).toBeNull()
    await publish(1)
    await begin()
    await advance()
    await database.pool.query('UPDATE webhook SET deleted_at = now()')
    await advance()
    while (await removeLeftovers(database.pool, new Date(0), 10));
    const { rows } = await database.pool.query('SELECT id FROM webhook_replay')
    expect(rows).toEqual([])
  })
})
