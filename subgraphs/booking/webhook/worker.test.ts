import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Webhook as Signed } from 'standardwebhooks'
import type { PoolClient } from '../../../platform/postgres/database.ts'
import { createLogger } from '../../../platform/process/logger.ts'
import { localNotifications } from '../../../platform/redis/notifications.ts'
import type { EventType } from '../../../schema/event-types.ts'
import { testServerUrl } from '../../../tests/testkit/database.ts'
import { Receiver, type Received } from '../../../tests/testkit/receiver.ts'
import { reportedReservation } from '../../../tests/testkit/reported-reservation.ts'
import { createDatabase } from '../../../tests/testkit/template-databases.ts'
import { openDatabases, type Database } from '../database.ts'
import { receiverRules } from './address.ts'
import { readBacklog } from './store/backlog.ts'
import { listDeliveries, type DeliveryFilter } from './store/list.ts'
import { insertWebhook, replaceSecret } from './store/registration.ts'
import { requeue } from './store/delivery.ts'
import { resealSecrets } from './reseal.ts'
import { newSecret, SecretBox, writtenSecret } from './secret.ts'
import type { Delivery } from './webhook.ts'
import { startWebhooks } from './webhooks.ts'
import { DeliveryWorker, type WorkerOptions } from './worker.ts'
import { eventually, quietFor } from '../../../tests/testkit/eventually.ts'

const signingSecret = 'the signing secret of these tests, long enough'
const logger = createLogger('silent', 'test')
const partnerId = randomUUID()
const reservation = reportedReservation(partnerId)
let opened: Awaited<ReturnType<typeof openDatabases>>
let database: Database
const receivers: Receiver[] = []
const workers: DeliveryWorker[] = []
const notifications = localNotifications()

beforeAll(async () => {
  opened = await openDatabases(testServerUrl(), await createDatabase('booking', openDatabases))
  database = opened.databases.sandbox
})
beforeEach(() => database.pool.query('DELETE FROM webhook; DELETE FROM reservation_event'))
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()))
})
afterAll(() => opened.close())

const receiver = async (): Promise<Receiver> => {
  const started = await new Receiver().start()
  receivers.push(started)
  return started
}

const nameOfProduct = async (): Promise<string> => 'Gran Cenote'

function startWorker(options: Partial<WorkerOptions> = {}): void {
  workers.push(
    new DeliveryWorker({
      pool: database.pool,
      environment: 'sandbox',
      rules: receiverRules('sandbox', 'loopback'),
      secrets: new SecretBox(signingSecret),
      clock: opened.watch.clock,
      notifications,
      nameOfProduct,
      retrySeconds: [0.1, 0.1],
      logger,
      ...options,
    }),
  )
}

async function register(url: string, box = new SecretBox(signingSecret)): Promise<{ id: string; secret: string }> {
  const id = randomUUID()
  const secret = newSecret()
  const events: EventType[] = ['reservation.modified']
  await insertWebhook(
    database.pool,
    { id, partnerId, url, events, description: null, secret: box.seal(secret, id), at: new Date() },
    100,
  )
  return { id, secret: writtenSecret(secret) }
}

/** Writes one event of a reservation, as its change would. */
async function record(
  version: number,
  client: Pick<PoolClient, 'query'> = database.pool,
  id = reservation.id,
): Promise<void> {
  await client.query(
    `INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, type, version, occurred_at, snapshot)
     VALUES ($1, $2, $3, $4, 'reservation.modified', $5, now(), $6)`,
    [randomUUID(), partnerId, id, reservation.productId, version, JSON.stringify({ ...reservation, id, version })],
  )
  notifications.send()
}

/** Writes so many events, each of another reservation. */
async function recordMany(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const id of ids) await record(1, database.pool, id)
  return ids
}

const versionsOf = (received: readonly Received[]): number[] => received.map(({ body }) => body.data.version)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

const anyDelivery: DeliveryFilter = {
  status: undefined,
  isActive: undefined,
  search: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
}

/** The newest delivery of a webhook once it is as described. */
async function delivery(id: string, isSo: (delivery: Delivery) => boolean): Promise<Delivery> {
  const page = { take: 1, skip: 0, after: undefined, direction: 'desc' } as const
  const [newest] = await eventually(
    () => listDeliveries(database.pool, id, anyDelivery, page),
    ([newest]) => newest !== undefined && isSo(newest),
  )
  return newest as Delivery
}

describe('workers', () => {
  it('never skip a transaction that commits after a later one', async () => {
    const target = await receiver()
    await register(target.url)
    startWorker()
    const [early, late] = await Promise.all([database.pool.connect(), database.pool.connect()])
    await early.query('BEGIN')
    await record(1, early)
    await late.query('BEGIN')
    await record(2, late)
    await late.query('COMMIT')
    notifications.send()
    await quietFor(400, () => target.received, [])
    await early.query('COMMIT')
    notifications.send()
    expect(versionsOf(await target.got(2))).toEqual([1, 2])
    early.release()
    late.release()
  })

  it('send every event once, in order, however many workers compete for it', async () => {
    const targets = await Promise.all([receiver(), receiver(), receiver(), receiver()])
    for (const { url } of targets) await register(url)
    for (let count = 0; count < 4; count += 1) startWorker()
    for (const version of upTo(60)) {
      await record(version)
    }
    for (const target of targets) await target.got(60)
    const sent = () => targets.map(({ received }) => versionsOf(received))
    await quietFor(
      300,
      sent,
      targets.map(() => upTo(60)),
    )
  })

  it('send deliveries about several reservations at once, and those about one in order', async () => {
    const target = await receiver()
    let underWay = 0
    let peak = 0
    const responses: (() => void)[] = []
    target.behaviour = (_received, response) => {
      underWay += 1
      peak = Math.max(peak, underWay)
      responses.push(() => {
        underWay -= 1
        response.writeHead(200).end()
      })
    }
    await register(target.url)
    const others = Array.from({ length: 6 }, () => randomUUID())
    const lock = await database.pool.connect()
    await lock.query('BEGIN; SELECT pg_current_xact_id()')
    for (const version of upTo(4)) for (const id of others) await record(version, database.pool, id)
    startWorker()
    await lock.query('COMMIT')
    lock.release()
    notifications.send()
    // The last to arrive gets its response first.
    await eventually(() => {
      responses.pop()?.()
      return target.received.length
    }, 24)
    while (responses.length > 0) responses.pop()?.()
    expect(peak).toBeGreaterThan(1)
    expect(peak).toBeLessThanOrEqual(others.length)
    for (const id of others)
      expect(versionsOf(target.received.filter(({ body }) => body.data.id === id))).toEqual([1, 2, 3, 4])
  })

  it('have one request under way at a receiver that never responds, while others are sent everything', async () => {
    const [quick, dead] = [await receiver(), await receiver()]
    dead.behaviour = () => undefined
    await register(dead.url)
    await register(quick.url)
    startWorker()
    const ids = await recordMany(40)
    const received = await quick.got(40)
    expect(new Set(received.map(({ body }) => body.data.id))).toEqual(new Set(ids))
    expect(dead.received).toHaveLength(1)
  })

  it('deliver nothing before their process serves requests, and can be stopped until then', async () => {
    const target = await receiver()
    await register(target.url)
    startWorker({ deliverAfter: new Promise(() => undefined) })
    await recordMany(20)
    await workers.pop()?.stop()
    expect(target.received).toEqual([])
    let serve = (): void => undefined
    startWorker({ deliverAfter: new Promise((resolve) => (serve = resolve)) })
    await recordMany(20)
    expect(target.received).toEqual([])
    serve()
    await eventually(() => target.received.length, 40)
  })

  it('store the outcomes of many attempts, each its own', async () => {
    const target = await receiver()
    target.behaviour = ({ body }) => (body.data.version === 1 ? 200 : 500)
    const { id } = await register(target.url)
    startWorker({ retrySeconds: [] })
    for (let count = 0; count < 15; count += 1) {
      const reservationId = randomUUID()
      await record(1, database.pool, reservationId)
      await record(2, database.pool, reservationId)
    }
    const statuses = async () =>
      (
        await database.pool.query<{ status: string; code: string; count: number }>(
          `SELECT status, attempts -> 0 ->> 'statusCode' AS code, count(*)::int FROM webhook_delivery
           WHERE webhook_id = $1 GROUP BY 1, 2 ORDER BY 1`,
          [id],
        )
      ).rows
    await eventually(statuses, [
      { status: 'dead', code: '500', count: 15 },
      { status: 'succeeded', code: '200', count: 15 },
    ])
  })

  it('send no more to a receiver that is gone', async () => {
    const target = await receiver()
    const { id } = await register(target.url)
    target.behaviour = () => 410
    const lock = await database.pool.connect()
    await lock.query('BEGIN; SELECT pg_current_xact_id()')
    await recordMany(10)
    startWorker()
    await lock.query('COMMIT')
    lock.release()
    notifications.send()
    const left = async () =>
      (
        await database.pool.query<{ count: number }>(
          `SELECT count(*)::int FROM webhook_delivery WHERE webhook_id = $1 AND status = 'dead'`,
          [id],
        )
      ).rows[0]?.count
    await eventually(left, 10)
    expect(target.received).toHaveLength(1)
  })

  it('take over from one that stopped responding', async () => {
    const target = await receiver()
    const { id } = await register(target.url)
    const leaseFor = (interval: string) =>
      database.pool.query('UPDATE webhook SET lease_holder = $2, leased_until = now() + $3::interval WHERE id = $1', [
        id,
        randomUUID(),
        interval,
      ])
    await leaseFor('1 hour')
    startWorker()
    await record(1)
    await quietFor(200, () => target.received, [])
    await leaseFor('0')
    await target.got(1)
  })

  it('hold the lease of a receiver for as long as its response takes', async () => {
    const target = await receiver()
    let respond = (): void => undefined
    target.behaviour = (_received, response) => {
      respond = () => response.writeHead(200).end()
    }
    const { id } = await register(target.url)
    startWorker({ leaseSeconds: 3 })
    startWorker({ leaseSeconds: 3 })
    await record(1)
    await target.got(1)
    const lease = async () =>
      (
        await database.pool.query<{ until: Date; now: Date }>(
          'SELECT leased_until AS until, now() FROM webhook WHERE id = $1',
          [id],
        )
      ).rows[0]
    // Longer than a lease without a sign of life.
    const first = await lease()
    await eventually(async () => ((await lease())?.now ?? 0) >= (first?.until ?? 0), true)
    await quietFor(200, () => target.received.length, 1)
    respond()
    await delivery(id, ({ status }) => status === 'succeeded')
    expect(target.received).toHaveLength(1)
  })

  it('deliver again what was redelivered during an attempt', async () => {
    const target = await receiver()
    const { id } = await register(target.url)
    startWorker()
    let respond = (): void => undefined
    target.behaviour = (_received, response) => {
      respond = () => response.writeHead(200).end()
    }
    await record(1)
    await target.got(1)
    const under = await delivery(id, () => true)
    expect(await requeue(database.pool, id, under.id)).toMatchObject({ status: 'pending' })
    target.behaviour = () => 204
    respond()
    await target.got(2)
    const done = await delivery(id, ({ status }) => status === 'succeeded')
    expect(done.attempts.map(({ statusCode }) => statusCode)).toEqual([200, 204])
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('connect to the address that was checked, and resolve a name once for an attempt', async () => {
    const target = await receiver()
    const url = new URL(target.url)
    url.hostname = 'receiver.example'
    await register(url.href)
    const requests: string[] = []
    // The second response would lead elsewhere.
    startWorker({
      resolve: async (host) => {
        requests.push(host)
        return requests.length === 1 ? ['127.0.0.1'] : ['169.254.169.254']
      },
    })
    await record(1)
    const [received] = await target.got(1)
    expect(received?.headers.host).toBe(url.host)
    expect(requests).toEqual(['receiver.example'])
  })

  it.each([
    ['a private address', ['10.0.0.7']],
    ['a public address and a private one', ['93.184.215.14', '192.168.1.1']],
    ['an address of this network', ['169.254.169.254']],
    ['a private address inside an IPv6 one', ['::ffff:10.0.0.7']],
    ['an IPv6 address of a private network', ['fd00::1']],
  ])('send nothing to a name that has %s', async (_what, addresses) => {
    const { id } = await register('http://receiver.example/hook')
    const logged: unknown[] = []
    const recording = Object.assign(createLogger('silent', 'test'), { info: (about: unknown) => logged.push(about) })
    startWorker({ resolve: () => Promise.resolve(addresses), retrySeconds: [], logger: recording })
    await record(1)
    expect((await delivery(id, ({ status }) => status === 'dead')).attempts).toEqual([
      expect.objectContaining({ statusCode: null, error: 'no answer from the receiver' }),
    ])
    // The reason is for the operator.
    const reason = `its address ${addresses.at(-1)} is not public`
    expect(logged).toEqual([expect.objectContaining({ webhookId: id, host: 'receiver.example', reason })])
  })

  it('log whose receiver returned an error', async () => {
    const target = await receiver()
    target.behaviour = () => 500
    const { id } = await register(target.url)
    const logged: unknown[] = []
    const recording = Object.assign(createLogger('silent', 'test'), { info: (about: unknown) => logged.push(about) })
    startWorker({ retrySeconds: [], logger: recording })
    await record(1)
    await delivery(id, ({ status }) => status === 'dead')
    expect(logged).toEqual([
      expect.objectContaining({
        environment: 'sandbox',
        partnerId,
        webhookId: id,
        host: '127.0.0.1',
        reason: 'the receiver answered 500',
      }),
    ])
  })
})

describe('the backlog', () => {
  it('shows events that an open transaction holds back, and nothing once they are queued', async () => {
    await register((await receiver()).url)
    startWorker()
    await record(1)
    const passedOn = async (): Promise<boolean> => (await readBacklog(database.pool)).eventSeconds === 0
    await eventually(passedOn, true)
    const early = await database.pool.connect()
    await early.query('BEGIN; SELECT pg_current_xact_id()')
    await record(2)
    await eventually(passedOn, false)
    await early.query('COMMIT')
    early.release()
    notifications.send()
    await eventually(passedOn, true)
  })
})

describe('secrets sealed with a previous SIGNING_SECRET', () => {
  const next = 'the signing secret that comes after it, long enough'

  it('are sealed again, both of a rotation, so that it can be dropped', async () => {
    const target = await receiver()
    const old = new SecretBox(signingSecret)
    const webhook = await register(target.url, old)
    const second = newSecret()
    await replaceSecret(database.pool, partnerId, webhook.id, old.seal(second, webhook.id), 24)
    await register('http://127.0.0.1:9/sealed-already', new SecretBox(next))
    const starting = await startWebhooks({
      databases: opened.databases,
      notifications: { live: localNotifications(), sandbox: notifications },
      signingSecret: [next, signingSecret],
      retrySeconds: [],
      privateReach: 'loopback',
      clock: opened.watch.clock,
      nameOfProduct,
      logger,
    })
    await starting.stop()
    expect(await resealSecrets(database.pool, new SecretBox([next, signingSecret]))).toBe(0)
    startWorker({ secrets: new SecretBox(next) })
    await record(1)
    const [received] = await target.got(1)
    for (const secret of [webhook.secret, writtenSecret(second)])
      expect(new Signed(secret).verify(received?.text ?? '', received?.headers as Record<string, string>)).toBeTruthy()
  })

  it('that cannot be opened at all are left as they are, and the delivery says so', async () => {
    const target = await receiver()
    const { id } = await register(target.url, new SecretBox('a signing secret that is lost'))
    expect(await resealSecrets(database.pool, new SecretBox([next, signingSecret]))).toBe(0)
    startWorker({ retrySeconds: [] })
    await record(1)
    expect((await delivery(id, ({ status }) => status === 'dead')).attempts[0]).toMatchObject({
      statusCode: null,
      error: 'the secret cannot be read any more: rotate it',
    })
    expect(target.received).toEqual([])
  })
})
