import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '../../../../../platform/process/logger.ts'
import { Deliveries } from '../../../../../tests/testkit/deliveries.ts'
import { eventually, quietFor } from '../../../../../tests/testkit/eventually.ts'
import type { Received } from '../../../../../tests/testkit/receiver.ts'
import { readBacklog } from '../store/backlog.ts'
import { requeue } from '../store/delivery.ts'

let deliveries: Deliveries
beforeAll(async () => {
  deliveries = await Deliveries.open()
})
beforeEach(() => deliveries.clear())
afterEach(() => deliveries.stop())
afterAll(() => deliveries.close())

const versionsOf = (received: readonly Received[]): number[] => received.map(({ body }) => body.data.version)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

describe('workers', () => {
  it('never skip a transaction that commits after a later one', async () => {
    const target = await deliveries.receiver()
    await deliveries.register(target.url)
    deliveries.startWorker()
    const [early, late] = await Promise.all([deliveries.pool.connect(), deliveries.pool.connect()])
    await early.query('BEGIN')
    await deliveries.record(1, { client: early })
    await late.query('BEGIN')
    await deliveries.record(2, { client: late })
    await late.query('COMMIT')
    deliveries.notifications.send()
    await quietFor(400, () => target.received, [])
    await early.query('COMMIT')
    deliveries.notifications.send()
    expect(versionsOf(await target.got(2))).toEqual([1, 2])
    early.release()
    late.release()
  })

  it('send every event once, in order, however many workers compete for it', async () => {
    const targets = await Promise.all([
      deliveries.receiver(),
      deliveries.receiver(),
      deliveries.receiver(),
      deliveries.receiver(),
    ])
    for (const { url } of targets) await deliveries.register(url)
    for (let count = 0; count < 4; count += 1) deliveries.startWorker()
    for (const version of upTo(60)) {
      await deliveries.record(version)
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
    const target = await deliveries.receiver()
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
    await deliveries.register(target.url)
    const others = Array.from({ length: 6 }, () => randomUUID())
    const lock = await deliveries.pool.connect()
    await lock.query('BEGIN; SELECT pg_current_xact_id()')
    for (const version of upTo(4)) for (const id of others) await deliveries.record(version, { id })
    deliveries.startWorker()
    await lock.query('COMMIT')
    lock.release()
    deliveries.notifications.send()
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
    const [quick, dead] = [await deliveries.receiver(), await deliveries.receiver()]
    dead.behaviour = () => undefined
    await deliveries.register(dead.url)
    await deliveries.register(quick.url)
    deliveries.startWorker()
    const ids = await deliveries.recordMany(40)
    const received = await quick.got(40)
    expect(new Set(received.map(({ body }) => body.data.id))).toEqual(new Set(ids))
    expect(await dead.got(1)).toHaveLength(1)
  })

  it('deliver nothing before their process serves requests, and can be stopped until then', async () => {
    const target = await deliveries.receiver()
    await deliveries.register(target.url)
    deliveries.startWorker({ deliverAfter: new Promise(() => undefined) })
    await deliveries.recordMany(20)
    await deliveries.workers.pop()?.stop()
    expect(target.received).toEqual([])
    let serve = (): void => undefined
    deliveries.startWorker({ deliverAfter: new Promise((resolve) => (serve = resolve)) })
    await deliveries.recordMany(20)
    expect(target.received).toEqual([])
    serve()
    await eventually(() => target.received.length, 40)
  })

  it('store the outcomes of many attempts, each its own', async () => {
    const target = await deliveries.receiver()
    target.behaviour = ({ body }) => (body.data.version === 1 ? 200 : 500)
    const { id } = await deliveries.register(target.url)
    deliveries.startWorker({ retrySeconds: [] })
    for (let count = 0; count < 15; count += 1) {
      const reservationId = randomUUID()
      await deliveries.record(1, { id: reservationId })
      await deliveries.record(2, { id: reservationId })
    }
    const statuses = async () =>
      (
        await deliveries.pool.query<{ status: string; code: string; count: number }>(
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
    const target = await deliveries.receiver()
    const { id } = await deliveries.register(target.url)
    target.behaviour = () => 410
    // In one transaction, so that all are queued at once: transactions of other databases delay those that begin later.
    const client = await deliveries.pool.connect()
    await client.query('BEGIN')
    for (let count = 0; count < 10; count += 1) await deliveries.record(1, { id: randomUUID(), client })
    await client.query('COMMIT')
    client.release()
    deliveries.startWorker()
    const left = async () =>
      (
        await deliveries.pool.query<{ count: number }>(
          `SELECT count(*)::int FROM webhook_delivery WHERE webhook_id = $1 AND status = 'dead'`,
          [id],
        )
      ).rows[0]?.count
    await eventually(left, 10)
    expect(target.received).toHaveLength(1)
  })

  it('take over from one that stopped responding', async () => {
    const target = await deliveries.receiver()
    const { id } = await deliveries.register(target.url)
    const leaseFor = (interval: string) =>
      deliveries.pool.query('UPDATE webhook SET lease_holder = $2, leased_until = now() + $3::interval WHERE id = $1', [
        id,
        randomUUID(),
        interval,
      ])
    await leaseFor('1 hour')
    deliveries.startWorker()
    await deliveries.record(1)
    await quietFor(200, () => target.received, [])
    await leaseFor('0')
    await target.got(1)
  })

  it('hold the lease of a receiver for as long as its response takes', async () => {
    const target = await deliveries.receiver()
    let respond = (): void => undefined
    target.behaviour = (_received, response) => {
      respond = () => response.writeHead(200).end()
    }
    const { id } = await deliveries.register(target.url)
    deliveries.startWorker({ leaseSeconds: 3 })
    deliveries.startWorker({ leaseSeconds: 3 })
    await deliveries.record(1)
    await target.got(1)
    const lease = async () =>
      (
        await deliveries.pool.query<{ until: Date; now: Date }>(
          'SELECT leased_until AS until, now() FROM webhook WHERE id = $1',
          [id],
        )
      ).rows[0]
    // Longer than a lease without a sign of life.
    const first = await lease()
    await eventually(async () => ((await lease())?.now ?? 0) >= (first?.until ?? 0), true)
    await quietFor(200, () => target.received.length, 1)
    respond()
    await deliveries.delivery(id, ({ status }) => status === 'succeeded')
    expect(target.received).toHaveLength(1)
  })

  it('deliver again what was redelivered during an attempt', async () => {
    const target = await deliveries.receiver()
    const { id } = await deliveries.register(target.url)
    deliveries.startWorker()
    let respond = (): void => undefined
    target.behaviour = (_received, response) => {
      respond = () => response.writeHead(200).end()
    }
    await deliveries.record(1)
    await target.got(1)
    const under = await deliveries.delivery(id, () => true)
    expect(await requeue(deliveries.pool, id, under.id)).toMatchObject({ status: 'pending' })
    target.behaviour = () => 204
    respond()
    await target.got(2)
    const done = await deliveries.delivery(id, ({ status }) => status === 'succeeded')
    expect(done.attempts.map(({ statusCode }) => statusCode)).toEqual([200, 204])
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('connect to the address that was checked, and resolve a name once for an attempt', async () => {
    const target = await deliveries.receiver()
    const url = new URL(target.url)
    url.hostname = 'receiver.example'
    await deliveries.register(url.href)
    const requests: string[] = []
    // The second response would lead elsewhere.
    deliveries.startWorker({
      resolve: async (host) => {
        requests.push(host)
        return requests.length === 1 ? ['127.0.0.1'] : ['169.254.169.254']
      },
    })
    await deliveries.record(1)
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
    const { id } = await deliveries.register('http://receiver.example/hook')
    const logged: unknown[] = []
    const recording = Object.assign(createLogger('silent', 'test'), { info: (about: unknown) => logged.push(about) })
    deliveries.startWorker({ resolve: () => Promise.resolve(addresses), retrySeconds: [], logger: recording })
    await deliveries.record(1)
    expect((await deliveries.delivery(id, ({ status }) => status === 'dead')).attempts).toEqual([
      expect.objectContaining({ statusCode: null, error: 'no answer from the receiver' }),
    ])
    // The reason is for the operator.
    const reason = `its address ${addresses.at(-1)} is not public`
    expect(logged).toEqual([expect.objectContaining({ webhookId: id, host: 'receiver.example', reason })])
  })

  it('log whose receiver returned an error', async () => {
    const target = await deliveries.receiver()
    target.behaviour = () => 500
    const { id } = await deliveries.register(target.url)
    const logged: unknown[] = []
    const recording = Object.assign(createLogger('silent', 'test'), { info: (about: unknown) => logged.push(about) })
    deliveries.startWorker({ retrySeconds: [], logger: recording })
    await deliveries.record(1)
    await deliveries.delivery(id, ({ status }) => status === 'dead')
    expect(logged).toEqual([
      expect.objectContaining({
        environment: 'sandbox',
        partnerId: deliveries.partnerId,
        webhookId: id,
        host: '127.0.0.1',
        reason: 'the receiver answered 500',
      }),
    ])
  })
})

describe('the backlog', () => {
  it('shows events that an open transaction holds back, and nothing once they are queued', async () => {
    await deliveries.register((await deliveries.receiver()).url)
    deliveries.startWorker()
    await deliveries.record(1)
    const passedOn = async (): Promise<boolean> => (await readBacklog(deliveries.pool)).eventSeconds === 0
    await eventually(passedOn, true)
    const early = await deliveries.pool.connect()
    await early.query('BEGIN; SELECT pg_current_xact_id()')
    await deliveries.record(2)
    await eventually(passedOn, false)
    await early.query('COMMIT')
    early.release()
    deliveries.notifications.send()
    await eventually(passedOn, true)
  })
})
