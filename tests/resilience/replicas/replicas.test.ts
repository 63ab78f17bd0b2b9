import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Redis } from 'ioredis'
import { until } from '../../../bench/chaos/random.ts'
import { LoadSubscriber } from '../../../bench/chaos/subscribers.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { openSessions } from '../../testkit/database-sessions.ts'
import { eventually, quietFor } from '../../testkit/eventually.ts'
import { isLong, times } from '../../testkit/long-form.ts'
import type { Member } from '../../testkit/member.ts'
import { nextSaturday, partner, Subscriber, type Json } from '../../testkit/product.ts'
import { Receiver } from '../../testkit/receiver.ts'
import { describeWithRedis, type TestRedis } from '../../testkit/redis.ts'
import { callerTests } from './callers.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { logTests } from './logs.ts'
import { cursorOfEnd, soak } from './soak.ts'
import { subgraphTests } from './subgraphs.ts'

/** The short form lasts for two kills; `npm run soak -- --minutes 60` sets the length of the long one. */
const givenSeconds = process.env['SOAK_SECONDS']
const soakSeconds = times(3, Number(givenSeconds ?? 600))

let cluster: Cluster
beforeAll(async () => {
  const retries = Array.from({ length: 28 }, () => (isLong ? '5' : '1'))
  cluster = await startCluster({
    // Short enough that no test depends on it.
    environment: { WEBHOOK_RETRY_SCHEDULE: ['0.2', '0.5', ...retries].join(',') },
    // Everything is logged, for the tests that look for what must not be; hours of it would not fit into memory.
    logLevel: givenSeconds === undefined ? 'trace' : 'error',
  })
}, 240_000)
afterAll(() => cluster.close())

describe('the product as separate processes', () => {
  callerTests(() => cluster)
  logTests(() => cluster)
  subgraphTests(() => cluster)
})

const query = 'subscription { reservationEvents { id version reservation { reservationId status cenote { name } } } }'

async function reserve(facade: Member): Promise<string> {
  const { status, body } = await partner(facade.url).post('/api/partner/reservations', {
    cenoteId: demoId('cenote', 'casa-cenote'),
    visitDate: nextSaturday(),
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  expect([status, body]).toEqual([201, expect.anything()])
  return body.data.id
}

const reservationsReceived = ({ events }: Subscriber): string[] =>
  events.map((event: Json) => event.data?.reservationEvents.reservation.reservationId ?? JSON.stringify(event))

describeWithRedis('two gateways and two booking processes', () => {
  const redis = (): TestRedis => cluster.redis as TestRedis

  it('deliver all events to all subscribers through the loss and the return of Redis, without gap or repeat', async () => {
    const [one, two] = cluster.facades
    const subscribers = cluster.gateways.map(({ url }) => new Subscriber(url, query))
    for (const [index, subscriber] of subscribers.entries())
      await subscriber.listening(
        () => reserve(cluster.facades[index as 0 | 1]),
        ({ data }, id) => data?.reservationEvents.reservation.reservationId === id,
      )
    const spy = new Redis(redis().url)
    const woken: string[] = []
    spy.on('message', (channel: string) => woken.push(channel))
    await spy.subscribe('cenotes:booking-events:sandbox')
    // Both subscribers have caught up.
    const last = await reserve(one)
    for (const subscriber of subscribers) await eventually(() => reservationsReceived(subscriber).includes(last), true)
    const receivedBefore = subscribers.map(({ events }) => events.length)
    const made = [await reserve(one), await reserve(two)]
    for (const [index, subscriber] of subscribers.entries()) await subscriber.received((receivedBefore[index] ?? 0) + 2)
    // The notification came through Redis.
    expect(woken.length).toBeGreaterThan(0)
    spy.disconnect()

    await redis().stop()
    for (const facade of [one, two, one]) {
      made.push(await reserve(facade))
      for (const [index, subscriber] of subscribers.entries())
        await subscriber.received((receivedBefore[index] ?? 0) + made.length)
    }
    await redis().start()
    for (let count = 0; count < 10; count += 1) made.push(await reserve(count % 2 === 0 ? one : two))
    for (const [index, subscriber] of subscribers.entries()) {
      await subscriber.received((receivedBefore[index] ?? 0) + made.length)
      await quietFor(300, () => reservationsReceived(subscriber).slice(receivedBefore[index]), made)
      await subscriber.close()
    }
  })

  it('deliver again what a killed process was sending, and to subscribers what happened before and after, once', async () => {
    const receiver = await new Receiver().start()
    let cutOff = false
    receiver.behaviour = (_received, response) => void response.once('close', () => (cutOff = true))
    const rest = partner(cluster.facades[0].url)
    const { body } = await rest.post('/webhooks', { url: receiver.url, events: ['reservation.created'] })
    const after = await cursorOfEnd(cluster.gateways[0].url)
    const subscribers = cluster.gateways.map(({ url }) => new LoadSubscriber('WebSocket', () => [url], after))
    // They leave only when they are cut off.
    for (const subscriber of subscribers) subscriber.settle()
    await reserve(cluster.facades[0])
    const [first] = await receiver.got(1)
    // One of the two waits for the receiver's response.
    for (const booking of cluster.bookings) {
      await booking.kill()
      const wasIt = await until(() => cutOff, 1_000)
      if (wasIt) receiver.behaviour = () => 200
      await booking.start()
      if (wasIt) break
    }
    const [, second] = await receiver.got(2)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.text).toBe(first?.text)
    const deliveries = `/webhooks/${body.data.id}/deliveries`
    const succeeded = async (): Promise<boolean> => (await rest.get(deliveries)).body.data?.[0]?.status === 'succeeded'
    await eventually(succeeded, true)
    await rest.send('DELETE', `/webhooks/${body.data.id}`)
    await receiver.stop()

    for (const facade of cluster.facades) await reserve(facade)
    for (const subscriber of subscribers) {
      await eventually(() => subscriber.received.length >= 3, true)
      await quietFor(300, () => subscriber.received.length, 3)
      expect(new Set(subscriber.received.map(({ id }) => id)).size).toBe(3)
      await subscriber.stop()
    }
  })

  it('lose nothing and repeat nothing while everything fails at random (the soak)', async () => {
    const { counts, fieldErrors } = await soak(cluster, redis(), {
      seconds: soakSeconds,
      ...(isLong
        ? { writers: 4, writerPauseMilliseconds: 150, subscribers: 24, receivers: 8, killEveryMilliseconds: 8_000 }
        : { writers: 2, writerPauseMilliseconds: 60, subscribers: 6, receivers: 3, killEveryMilliseconds: 1_000 }),
      // In CI one is killed in the test before.
      killsBookings: isLong,
      gracePeriodMilliseconds: isLong ? 300_000 : 60_000,
    })
    const lines = Object.entries(counts).map(([name, count]) => `  ${name.padEnd(28)} ${count}`)
    process.stdout.write(`\nThe soak, ${soakSeconds} s:\n${lines.join('\n')}\n`)
    expect(fieldErrors).toEqual([])
    expect(counts['events received']).toBe(counts['events expected'])
    expect(counts['deliveries received']).toBe(counts['deliveries expected'])
    expect(counts['events in the log']).toBeGreaterThan(0)
  })
})

describe('separate processes that are stopped', () => {
  it('are reported as unavailable, and responses are 503 that hide why', async () => {
    const { catalog, pricing, bookings, facades } = cluster
    const rest = partner(facades[0].url)
    const status = async () => (await partner(facades[0].url, null).get('/api/system/status')).body.data
    const all = { gateway: 'operational', catalog: 'operational', booking: 'operational', pricing: 'operational' }
    expect(await status()).toEqual({ status: 'operational', components: all })
    for (const part of [pricing, bookings[0]]) expect(await part.stop()).toBe(0)
    const components = { ...all, pricing: 'unavailable', booking: 'unavailable' }
    // The response of a part is valid for a second.
    await eventually(status, { status: 'degraded', components })
    expect(await catalog.stop()).toBe(0)
    const reply = await rest.get('/api/partner/cenotes')
    expect([reply.status, reply.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(JSON.stringify(reply.body)).not.toMatch(/ECONN|127\.0\.0\.1/)
  })

  it('all end with 0 on SIGTERM', async () => {
    const { catalog, pricing, bookings, gateways, facades } = cluster
    const members = [catalog, pricing, ...bookings, ...gateways, ...facades]
    expect(await Promise.all(members.map((member) => member.stop()))).toEqual(members.map(() => 0))
  })

  it('leave no listener and no database session behind', async () => {
    const { catalog, gateways, facades, databaseUrl: serverUrl } = cluster
    for (const { url } of [catalog, ...gateways, ...facades]) await expect(fetch(url)).rejects.toThrow('fetch failed')
    // The server takes a moment to let a session go whose client has left.
    await eventually(() => openSessions(['access', 'booking', 'catalog', 'pricing'], { serverUrl }), [])
  })
})
