import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { Redis } from 'ioredis'
import { until } from '../../../bench/chaos/random.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { isLong, times } from '../../testkit/long-form.ts'
import { nextSaturday, partner, Subscriber, type Json } from '../../testkit/product.ts'
import { Receiver } from '../../testkit/receiver.ts'
import { describeWithRedis } from '../../testkit/redis.ts'
import type { Member } from '../../testkit/member.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { soak } from './soak.ts'
import { eventually, quietFor } from '../../testkit/eventually.ts'

/** The short form lasts for three kills; `npm run soak -- --minutes 60` sets the length of the long one. */
const soakSeconds = times(4, Number(process.env['SOAK_SECONDS'] ?? 600))

let cluster: Cluster

const query = 'subscription { reservationEvents { id version reservation { reservationId status cenote { name } } } }'

async function reserve(facade: Member): Promise<string> {
  const { status, body } = await partner(facade.url).post('/api/partner/reservations', {
    cenoteId: demoId('cenote', 'gran-cenote'),
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
  beforeAll(async () => {
    cluster = await startCluster({
      // Short enough that no test depends on it.
      WEBHOOK_RETRY_SCHEDULE: ['0.2', '0.5', ...Array.from({ length: 28 }, () => (isLong ? '5' : '1'))].join(','),
    })
  })
  afterAll(() => cluster.close())

  it('deliver all events to all subscribers through the loss and the return of Redis, without gap or repeat', async () => {
    const [one, two] = cluster.facades
    const subscribers = cluster.gateways.map(({ url }) => new Subscriber(url, query))
    for (const [index, subscriber] of subscribers.entries())
      await subscriber.listening(
        () => reserve(cluster.facades[index as 0 | 1]),
        ({ data }, id) => data?.reservationEvents.reservation.reservationId === id,
      )
    const spy = new Redis(cluster.redis.url)
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

    await cluster.redis.stop()
    for (const facade of [one, two, one]) {
      made.push(await reserve(facade))
      for (const [index, subscriber] of subscribers.entries())
        await subscriber.received((receivedBefore[index] ?? 0) + made.length)
    }
    await cluster.redis.start()
    for (let count = 0; count < 10; count += 1) made.push(await reserve(count % 2 === 0 ? one : two))
    for (const [index, subscriber] of subscribers.entries()) {
      await subscriber.received((receivedBefore[index] ?? 0) + made.length)
      await quietFor(300, () => reservationsReceived(subscriber).slice(receivedBefore[index]), made)
      await subscriber.close()
    }
  })

  it('deliver again what a killed process was sending', async () => {
    const receiver = await new Receiver().start()
    let cutOff = false
    receiver.behaviour = (_received, response) => void response.once('close', () => (cutOff = true))
    const rest = partner(cluster.facades[0].url)
    const { body } = await rest.post('/webhooks', { url: receiver.url, events: ['reservation.created'] })
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
  })

  it('lose nothing and repeat nothing while everything fails at random (the soak)', async () => {
    const { counts, fieldErrors } = await soak(cluster, {
      seconds: soakSeconds,
      ...(isLong
        ? { writers: 4, writerPauseMilliseconds: 150, subscribers: 24, receivers: 8, killEveryMilliseconds: 8_000 }
        : { writers: 3, writerPauseMilliseconds: 60, subscribers: 10, receivers: 4, killEveryMilliseconds: 1_000 }),
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
