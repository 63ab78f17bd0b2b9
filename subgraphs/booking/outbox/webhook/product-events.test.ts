import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Webhook as Signed } from 'standardwebhooks'
import { createLogger } from '../../../../platform/process/logger.ts'
import { localNotifications } from '../../../../platform/redis/notifications.ts'
import { testServerUrl } from '../../../../tests/testkit/database.ts'
import { eventually } from '../../../../tests/testkit/eventually.ts'
import { Receiver } from '../../../../tests/testkit/receiver.ts'
import { createDatabase } from '../../../../tests/testkit/template-databases.ts'
import { openDatabases, type Database } from '../../database.ts'
import { receiverRules } from './address.ts'
import { createWebhookLoaders } from './loaders.ts'
import { newSecret, SecretBox, writtenSecret } from './secret.ts'
import { readBacklog } from './store/backlog.ts'
import { listDeliveries } from './store/list.ts'
import { queueDeliveries } from './store/queue.ts'
import { insertWebhook } from './store/registration.ts'
import { DeliveryWorker } from './deliver/worker.ts'

const secrets = new SecretBox('the signing secret of these tests, long enough')
const notifications = localNotifications()
const partnerId = randomUUID()
const productId = randomUUID()
let opened: Awaited<ReturnType<typeof openDatabases>>
let database: Database

beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  database = opened.databases.sandbox
})
beforeEach(() => database.pool.query('DELETE FROM webhook; DELETE FROM reservation_event; DELETE FROM product_event'))
afterAll(() => opened.close())

let registered = 0
async function register(
  events: string[],
  { url = `http://127.0.0.1:9/${(registered += 1)}`, partner = partnerId } = {},
) {
  const id = randomUUID()
  const secret = newSecret()
  await insertWebhook(
    database.pool,
    { id, partnerId: partner, url, events, description: null, secret: secrets.seal(secret, id), at: new Date() },
    10_000,
  )
  return { id, secret: writtenSecret(secret) }
}

interface Change {
  readonly productType?: string | null
  readonly productId?: string | null
  readonly dateFrom?: string
  readonly dateTo?: string
  readonly changed?: string[]
}

/** Publishes an event of products; its id. */
async function publish(type: string, change: Change = {}): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO product_event (id, type, product_type, product_id, date_from, date_to, changed, occurred_at)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, now()) RETURNING id`,
    [
      type,
      change.productType === undefined ? 'cenote' : change.productType,
      change.productId === undefined ? productId : change.productId,
      change.dateFrom,
      change.dateTo,
      change.changed,
    ],
  )
  notifications.send()
  return rows[0]?.id as string
}

/** Writes an event of a reservation of a partner; its id. */
async function record(partner = partnerId): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO reservation_event (id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot)
     VALUES (gen_random_uuid(), $1, $2, $3, 'reservation.modified', 1, now(), '{}') RETURNING id`,
    [partner, randomUUID(), productId],
  )
  return rows[0]?.id as string
}

/** Queues what the log has, once transactions of other tests have ended. */
const queued = (): Promise<unknown> =>
  eventually(async () => {
    while (await queueDeliveries(database.pool, 500));
    return (await readBacklog(database.pool)).eventSeconds
  }, 0)

/** Ids of the events that are to be delivered to a webhook, in order. */
const deliveredTo = async ({ id }: { id: string }): Promise<string[]> =>
  (
    await database.pool.query<{ event_id: string }>(
      'SELECT event_id FROM webhook_delivery WHERE webhook_id = $1 ORDER BY next_attempt_at, sequence',
      [id],
    )
  ).rows.map(({ event_id }) => event_id)

describe('events of products', () => {
  it('are queued once for every webhook that is on and names their type, of all partners', async () => {
    const named = await register(['availability.updated'])
    const kind = await register(['product.*'], { partner: randomUUID() })
    const all = await register(['*'], { partner: randomUUID() })
    const reservations = await register(['reservation.*', 'reservation.modified'])
    const off = await register(['*'])
    const deleted = await register(['*'])
    await database.pool.query('UPDATE webhook SET is_active = false WHERE id = $1', [off.id])
    await database.pool.query('UPDATE webhook SET deleted_at = now() WHERE id = $1', [deleted.id])
    const availability = await publish('availability.updated', { dateFrom: '2030-01-05', dateTo: '2030-01-06' })
    const created = await publish('product.created', { changed: [] })
    const pricing = await publish('pricing.updated', { productType: null, productId: null })
    await Promise.all([queued(), queued(), queued()])
    await queued()
    expect(await deliveredTo(named)).toEqual([availability])
    expect(await deliveredTo(kind)).toEqual([created])
    expect(await deliveredTo(all)).toEqual([availability, created, pricing])
    for (const none of [reservations, off, deleted]) expect(await deliveredTo(none)).toEqual([])
  })

  it('are in one order with those of reservations, which go to their partner alone', async () => {
    const own = await register(['*'])
    const other = await register(['*'], { partner: randomUUID() })
    const written: string[] = []
    const shared: string[] = []
    for (let count = 0; count < 5; count += 1) {
      written.push(await record())
      shared.push(await publish('pricing.updated'))
      written.push(shared.at(-1) as string)
    }
    await eventually(async () => {
      // Few at a time, so that batches end within both tables.
      while (await queueDeliveries(database.pool, 3));
      return deliveredTo(own)
    }, written)
    expect(await deliveredTo(other)).toEqual(shared)
  })

  it('wait for a transaction that could still commit before them', async () => {
    const all = await register(['*'])
    const early = await database.pool.connect()
    await early.query('BEGIN; SELECT pg_current_xact_id()')
    const id = await publish('pricing.updated')
    while (await queueDeliveries(database.pool, 500));
    expect(await deliveredTo(all)).toEqual([])
    expect((await readBacklog(database.pool)).eventSeconds).toBeGreaterThan(0)
    await early.query('COMMIT')
    early.release()
    await queued()
    expect(await deliveredTo(all)).toEqual([id])
  })

  it('are queued for a thousand webhooks in batches of at most ten thousand deliveries', async () => {
    await database.pool.query(
      `INSERT INTO webhook (id, partner_id, url, events, secret, created_at, updated_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'http://127.0.0.1:9/', '{availability.*}', '', now(), now()
       FROM generate_series(1, 1000)`,
    )
    await database.pool.query(
      `INSERT INTO product_event (id, type, product_type, product_id, date_from, date_to, occurred_at)
       SELECT gen_random_uuid(), 'availability.updated', 'cenote', gen_random_uuid(), '2030-01-05', '2030-01-05', now()
       FROM generate_series(1, 25)`,
    )
    const count = async (): Promise<number> =>
      (await database.pool.query<{ count: number }>('SELECT count(*) FROM webhook_delivery')).rows[0]?.count ?? 0
    const counts: number[] = []
    await eventually(
      async () => {
        await queueDeliveries(database.pool, 500)
        if ((await count()) > (counts.at(-1) ?? 0)) counts.push(await count())
        return counts.at(-1)
      },
      25_000,
      { milliseconds: 60_000 },
    )
    expect(counts).toEqual([10_000, 20_000, 25_000])
  })

  it('take their deliveries with them when they are deleted', async () => {
    const all = await register(['*'])
    const [gone, left] = [await publish('product.updated', { changed: ['name'] }), await publish('pricing.updated')]
    await queued()
    expect(await deliveredTo(all)).toEqual([gone, left])
    await database.pool.query('DELETE FROM product_event WHERE id = $1', [gone])
    expect(await deliveredTo(all)).toEqual([left])
  })

  it('are found among deliveries by a part of their type', async () => {
    const all = await register(['*'])
    for (const type of ['availability.updated', 'product.updated', 'pricing.updated']) await publish(type)
    await queued()
    const found = async (search: string): Promise<string[]> =>
      (
        await listDeliveries(
          database.pool,
          all.id,
          { status: undefined, isActive: undefined, search, createdAfter: undefined, createdBefore: undefined },
          { take: 10, skip: 0, after: undefined, direction: 'asc' },
        )
      ).map(({ type }) => type)
    expect(await found('availability')).toEqual(['availability.updated'])
    expect(await found('pricing.')).toEqual(['pricing.updated'])
    expect(await found('.updated')).toHaveLength(3)
  })
})

describe('the body of a delivery', () => {
  let receiver: Receiver
  let worker: DeliveryWorker
  beforeEach(async () => {
    receiver = await new Receiver().start()
    worker = new DeliveryWorker({
      pool: database.pool,
      environment: 'sandbox',
      rules: receiverRules('sandbox', 'loopback'),
      secrets,
      clock: opened.watch.clock,
      notifications,
      retrySeconds: [],
      logger: createLogger('silent', 'test'),
    })
  })
  afterEach(async () => {
    await worker.stop()
    await receiver.stop()
  })

  it.each<[string, Change, object]>([
    [
      'availability.updated',
      { productType: 'tour', dateFrom: '2030-01-05', dateTo: '2030-02-01' },
      { productType: 'tour', productId, dateFrom: '2030-01-05', dateTo: '2030-02-01' },
    ],
    [
      'product.updated',
      { changed: ['name', 'isActive'] },
      { productType: 'cenote', productId, changed: ['name', 'isActive'] },
    ],
    ['product.created', { changed: [] }, { productType: 'cenote', productId, changed: [] }],
    ['pricing.updated', {}, { productType: 'cenote', productId }],
    ['pricing.updated', { productType: null, productId: null }, { productType: null, productId: null }],
  ])('of %s has what belongs to the type: %j', async (type, change, data) => {
    const { id, secret } = await register(['*'], { url: receiver.url })
    const eventId = await publish(type, change)
    const [received] = await receiver.got(1)
    expect(received?.text).toBe(JSON.stringify({ type, timestamp: received?.body.timestamp, data, _sandbox: true }))
    const { rows } = await database.pool.query<{ occurred_at: Date }>(
      'SELECT occurred_at FROM product_event WHERE id = $1',
      [eventId],
    )
    expect(received?.body.timestamp).toBe(rows[0]?.occurred_at.toISOString())
    expect(received?.headers['webhook-id']).toBe(eventId)
    expect(new Signed(secret).verify(received?.text ?? '', received?.headers as Record<string, string>)).toBeTruthy()
    const deliveries = await database.pool.query<{ id: string; type: string }>(
      'SELECT id, type FROM webhook_delivery WHERE webhook_id = $1',
      [id],
    )
    expect(deliveries.rows).toEqual([{ id: expect.any(String), type }])
    const { payloads } = createWebhookLoaders(database)
    expect(await payloads.load(deliveries.rows[0]?.id ?? '')).toBe(received?.text)
  })
})
