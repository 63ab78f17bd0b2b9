import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { connectRedis, type Redis } from '../../platform/redis/redis.ts'
import { Channel, type Port } from '../../platform/process/workers/channel.ts'
import { describeWithRedis, startRedis, type TestRedis } from '../testkit/redis.ts'
import { createCounters } from '../../gateway/rate-limit/limiter.ts'
import { createMemoryCounters } from '../../gateway/rate-limit/memory-counters.ts'
import { createRedisCounters } from '../../gateway/rate-limit/redis-counters.ts'
import { createWorkerCounters, serveCounters } from '../../gateway/rate-limit/worker-counters.ts'
import type { Counters, Verdict, Window } from '../../gateway/rate-limit/window.ts'
import { eventually } from '../testkit/eventually.ts'
import { timePasses } from '../testkit/pauses.ts'

const silent = pino({ level: 'silent' })
let keys = 0
/** A counter that nothing else uses. */
const fixed = (limit: number, seconds = 3_600, cost = 1): Window => ({
  key: `test:{${(keys += 1)}}`,
  limit,
  seconds,
  kind: 'fixed',
  cost,
})
const sliding = (limit: number): Window => ({ ...fixed(limit, 1), kind: 'sliding' })
const takes = (counters: Counters, windows: readonly Window[], count: number): Promise<Verdict[]> =>
  Promise.all(Array.from({ length: count }, () => counters.take(windows)))
const admittedOf = (verdicts: readonly Verdict[]): number => verdicts.filter(({ admitted }) => admitted).length
const connected = async (redis: Redis): Promise<Redis> => {
  await eventually(() => redis.status, 'ready')
  return redis
}

/** The verdicts on more requests than a window of 20 admits, at every replica. */
async function requestsOfTwoSeconds(replicas: readonly Counters[], window: Window): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (let round = 0; round < 60; round += 1) {
    verdicts.push(...(await Promise.all(replicas.map((one) => takes(one, [window], 3)))).flat())
    await timePasses(30)
  }
  return verdicts
}

/** Tests that hold for every kind of counters; those given stand for as many processes that count together. */
function behaves(replicas: () => readonly Counters[]): void {
  const first = (): Counters => replicas()[0] as Counters

  it('admits exactly as many as the limit, however many arrive at once', async () => {
    const window = fixed(100)
    const verdicts = (await Promise.all(replicas().map((one) => takes(one, [window], 200)))).flat()
    expect(admittedOf(verdicts)).toBe(100)
    const left = verdicts.filter(({ admitted }) => admitted).map(({ readings }) => readings[0]?.remaining)
    expect([...left].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 100 }, (_, index) => index))
  })

  it('admits no more than a burst into any second, and refuses no request within the limit', async () => {
    const verdicts = await requestsOfTwoSeconds(replicas(), sliding(20))
    const instantsOf = (isAdmitted: boolean): number[] =>
      verdicts.filter(({ admitted }) => admitted === isAdmitted).map(({ now }) => now)
    const uses = instantsOf(true).sort((a, b) => a - b)
    // Redis returns its microseconds as milliseconds: the edges of a second are not checked.
    const spansOf21 = uses.slice(20).map((last, index) => last - Number(uses[index]))
    expect(spansOf21.length).toBeGreaterThan(0)
    expect(Math.min(...spansOf21)).toBeGreaterThanOrEqual(998)
    const usedBefore = instantsOf(false).map(
      (refused) => uses.filter((instant) => instant > refused - 1_002 && instant <= refused + 1).length,
    )
    expect(usedBefore.length).toBeGreaterThan(0)
    expect(Math.min(...usedBefore)).toBeGreaterThanOrEqual(20)
  })

  it('uses no window when one of them is full', async () => {
    const [wide, narrow] = [fixed(100), fixed(1)]
    const verdicts = await takes(first(), [wide, narrow], 5)
    expect(admittedOf(verdicts)).toBe(1)
    const { readings } = await first().take([wide])
    expect(readings[0]?.remaining).toBe(98)
  })

  it('takes several units at once or none, and never more than the limit', async () => {
    const window = fixed(10, 3_600, 4)
    expect((await takes(first(), [window], 3)).map(({ admitted }) => admitted)).toEqual([true, true, false])
    expect(await first().take([{ ...window, cost: 2 }])).toMatchObject({ admitted: true, readings: [{ remaining: 0 }] })
    const impossible = await first().take([fixed(10, 60, 11)])
    expect(impossible.admitted).toBe(false)
    expect(impossible.readings[0]?.retryAt).toBeGreaterThan(impossible.now)
  })

  it('returns one unit of each window, and never more than was used', async () => {
    const windows = [fixed(2), sliding(2)]
    expect(admittedOf(await takes(first(), windows, 3))).toBe(2)
    await first().refund(windows)
    expect(admittedOf(await takes(first(), windows, 2))).toBe(1)
    const unused = [fixed(2), sliding(2)]
    await first().refund(unused)
    expect(admittedOf(await takes(first(), unused, 3))).toBe(2)
  })

  it('starts again when a window ends', async () => {
    const window = fixed(1, 1)
    const [used, refused] = await takes(first(), [window], 2)
    expect([used?.admitted, refused?.admitted]).toEqual([true, false])
    const { now = 0, readings: [{ retryAt = 0, resetAt = 0 } = {}] = [] } = refused ?? {}
    // A window may end in the very moment that it refuses.
    expect(retryAt).toBe(Math.max(resetAt, now + 1))
    await timePasses(retryAt - now + 20)
    expect((await first().take([window])).admitted).toBe(true)
  })
}

describe('counting in memory', () => {
  const counters = createMemoryCounters()
  behaves(() => [counters])

  it('drops the oldest addresses before they fill the memory', async () => {
    let now = 0
    const own = createMemoryCounters(() => now)
    const window = { ...fixed(1), key: 'first' }
    await own.take([window])
    expect((await own.take([window])).admitted).toBe(false)
    for (let index = 0; index < 200_000; index += 1) await own.take([{ ...window, key: String(index) }])
    expect((await own.take([window])).admitted).toBe(true)
    now = 3_600_001
    expect((await own.take([{ ...window, key: '199999' }])).admitted).toBe(true)
  })
})

describeWithRedis('counting in Redis', () => {
  let server: TestRedis
  let connections: Redis[]
  beforeAll(async () => {
    server = await startRedis()
    connections = await Promise.all(
      [1, 2, 3].map(async () => connected(await connectRedis(server.url, 'test', silent))),
    )
  })
  afterAll(async () => {
    connections.forEach((one) => one.disconnect())
    await server.stop()
  })

  behaves(() => connections.map((one) => createRedisCounters(one)))

  it('leaves nothing behind that does not expire', async () => {
    const [redis] = connections as [Redis]
    const remaining = await redis.keys('*')
    expect(remaining.length).toBeGreaterThan(0)
    for (const key of remaining) expect(await redis.pttl(key)).toBeGreaterThan(0)
  })
})

/** A worker's end of a channel, and the end of the process that started it. */
function channelPair(): { worker: Channel; primary: Channel; cut(): void } {
  const sides = [new EventEmitter(), new EventEmitter()] as const
  let isCut = false
  const port = (own: EventEmitter, other: EventEmitter): Port => ({
    on: (event, listener) => own.on(event, listener),
    send: (message, callback) => {
      if (!isCut) setImmediate(() => other.emit('message', structuredClone(message)))
      callback(null)
    },
  })
  const [a, b] = sides
  return { worker: new Channel(port(a, b)), primary: new Channel(port(b, a)), cut: () => (isCut = true) }
}

describe('counting in the process that started the workers', () => {
  const counters = createMemoryCounters()
  const workers = [1, 2, 3].map(() => {
    const { worker, primary } = channelPair()
    serveCounters(primary, counters)
    return createWorkerCounters(worker)
  })
  behaves(() => workers)

  it('continues in each worker alone while that process does not respond', async () => {
    const { worker, primary, cut } = channelPair()
    serveCounters(primary, createMemoryCounters())
    const own = createCounters(createWorkerCounters(worker), silent)
    const window = fixed(5)
    expect(admittedOf(await takes(own, [window], 3))).toBe(3)
    cut()
    expect(admittedOf(await takes(own, [window], 10))).toBe(5)
  })
})

describeWithRedis('while Redis is away', () => {
  it('each process counts alone and delays no request; once Redis is back all count together again', async () => {
    const server = await startRedis()
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const redis = await Promise.all([1, 2].map(async () => connected(await connectRedis(server.url, 'test', logger))))
    const replicas = redis.map((one) => createCounters(createRedisCounters(one), logger))
    const window = fixed(10)
    const round = async (): Promise<number[]> =>
      Promise.all(replicas.map(async (one) => admittedOf(await takes(one, [window], 30))))
    const sum = ([a = 0, b = 0]: number[]): number => a + b
    try {
      expect(sum(await round())).toBe(10)
      await server.stop()
      expect(await round()).toEqual([10, 10])
      expect(lines.filter((line) => line.includes('counted by each process alone'))).toHaveLength(2)
      await server.start()
      await Promise.all(redis.map(connected))
      const backTogether = async (): Promise<number> => {
        await Promise.all(replicas.map((one) => one.take([fixed(1)])))
        return lines.filter((line) => line.includes('for all replicas together')).length
      }
      await eventually(backTogether, 2)
      // Redis came back empty: earlier counts are lost and apply to no one.
      expect(sum(await round())).toBe(10)
    } finally {
      redis.forEach((one) => one.disconnect())
      await server.stop()
    }
  })
})
