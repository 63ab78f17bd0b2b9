import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Redis } from 'ioredis'
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
    // A short run logs everything, because tests search the log for secrets; hours of it would not fit into memory.
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

  it('lose nothing and repeat nothing while everything fails at random (the soak)', async () => {
    const { counts, fieldErrors } = await soak(cluster, redis(), {
      seconds: soakSeconds,
      ...(isLong
        ? { writers: 4, writerPauseMilliseconds: 150, subscribers: 24, receivers: 8, killEveryMilliseconds: 8_000 }
        : { writers: 2, writerPauseMilliseconds: 60, subscribers: 6, receivers: 3, killEveryMilliseconds: 1_000 }),
      // In CI a booking process that delivers is killed in the next test.
      killsAll: isLong,
      gracePeriodMilliseconds: isLong ? 300_000 : 60_000,
    })
    const lines = Object.entries(counts).map(([name, count]) => `  ${name.padEnd(28)} ${count}`)
    process.stdout.write(`\nThe soak, ${soakSeconds} s:\n${lines.join('\n')}\n`)
    expect(fieldErrors).toEqual([])
    expect(counts['events received']).toBe(counts['events expected'])
    expect(counts['deliveries received']).toBe(counts['deliveries expected'])
    expect(counts['events in the log']).toBeGreaterThan(0)
  })

  // Last, so that the killed process need not be started again.
  it('deliver again what a killed process was sending, and to subscribers what happened before and after, once', async () => {
    const { facades, gateways, bookings, database } = cluster
    const receiver = await new Receiver().start()
    let cutOff = false
    receiver.behaviour = (_received, response) => void response.once('close', () => (cutOff = true))
    const rest = partner(facades[0].url)
    const { body } = await rest.post('/webhooks', { url: receiver.url, events: ['reservation.created'] })
    const after = await cursorOfEnd(gateways[0].url)
    const up = (gateway: Member): string => (gateway.isUp() ? gateway : gateways[0]).url
    const subscribers = gateways.map((gateway) => new LoadSubscriber('WebSocket', () => [up(gateway)], after))
    // They leave only when they are cut off.
    for (const subscriber of subscribers) subscriber.settle()
    // Without its database the first booking process delivers nothing.
    database.shut()
    await reserve(facades[1])
    const [first] = await receiver.got(1)
    await eventually(() => subscribers[1]?.received.length, 1)
    expect(cutOff).toBe(false)
    await bookings[1].kill()
    await eventually(() => cutOff, true)
    receiver.behaviour = () => 200
    database.open()
    const [, second] = await receiver.got(2)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.text).toBe(first?.text)
    const deliveries = `/webhooks/${body.data.id}/deliveries`
    const succeeded = async (): Promise<boolean> => (await rest.get(deliveries)).body.data?.[0]?.status === 'succeeded'
    await eventually(succeeded, true)
    await rest.send('DELETE', `/webhooks/${body.data.id}`)
    await receiver.stop()

    for (let count = 0; count < 2; count += 1) await reserve(facades[0])
    // A gateway that was not killed with it waits for it.
    if (gateways[1].isUp()) await bookings[1].start()
    for (const subscriber of subscribers) {
      await eventually(() => subscriber.received.length >= 3, true)
      await quietFor(300, () => subscriber.received.length, 3)
      expect(new Set(subscriber.received.map(({ id }) => id)).size).toBe(3)
      await subscriber.stop()
    }
  })
})

describe('separate processes that are stopped', () => {
  it('are reported as unavailable once they refuse connections, and responses are 503 that hide why', async () => {
    const { facades } = cluster
    const status = async () => (await partner(facades[0].url, null).get('/api/system/status')).body.data
    const all = { gateway: 'operational', catalog: 'operational', booking: 'operational', pricing: 'operational' }
    expect(await status()).toEqual({ status: 'operational', components: all })
    await cluster.refuseBooking()
    const components = { ...all, booking: 'unavailable' }
    // The response of a part is valid for a second.
    await eventually(status, { status: 'degraded', components })
    const reply = await partner(facades[0].url).get('/api/partner/reservations')
    expect([reply.status, reply.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(JSON.stringify(reply.body)).not.toMatch(/ECONN|127\.0\.0\.1/)
  })

  it('all end with 0 on SIGTERM', async () => {
    const running = cluster.processes.filter((one) => one.isUp())
    expect(running.map(({ name }) => name).join()).toContain('gateway 1')
    expect(await Promise.all(running.map((one) => one.stop()))).toEqual(running.map(() => 0))
  })

  it('leave no listener and no database session behind', async () => {
    const { catalog, gateways, facades, databaseUrl: serverUrl } = cluster
    for (const { url } of [catalog, ...gateways, ...facades]) await expect(fetch(url)).rejects.toThrow('fetch failed')
    // The server takes a moment to let a session go whose client has left.
    await eventually(() => openSessions(['access', 'booking', 'catalog', 'pricing'], { serverUrl }), [])
  })
})
