import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Redis } from 'ioredis'
import { freePort } from '../../platform/process/free-port.ts'
import { startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import { startProcess, type RunningProcess } from '../testkit/process.ts'
import { nextSaturday, partner, Subscriber } from '../testkit/product.ts'
import { describeWithRedis, startRedis } from '../testkit/redis.ts'
import { eventually } from '../testkit/eventually.ts'
import { demoId } from '../../platform/values/demo-id.ts'

let server: OwnPostgres
beforeAll(async () => {
  server = await startOwnPostgres({ demoData: true })
})
afterAll(() => server.stop())

let folder: string
const running: RunningProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-surroundings-'))
})
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(settings: Record<string, string>): Promise<RunningProcess> {
  const one = await startProcess('main.js', {
    DATABASE_URL: server.url,
    DEMO_DATA: 'true',
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'warn',
    SIGNING_SECRET: 'a secret of the test, the same in every process',
    ...settings,
  })
  running.push(one)
  return one
}

async function book(url: string): Promise<string> {
  const { status, body } = await partner(url).post('/api/partner/reservations', {
    cenoteId: demoId('cenote', 'dos-ojos'),
    visitDate: nextSaturday(),
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  expect([status, body]).toEqual([201, expect.anything()])
  const confirmed = await partner(url).post(`/api/partner/reservations/${body.data.id}/confirm`, { paymentId: 'pay_1' })
  expect(confirmed).toHaveStatus(200)
  return body.data.id
}

const occurrences = (text: string, part: string): number => text.split(part).length - 1

describe('an address for traces', () => {
  const notSent = 'traces could not be sent; the product continues without them'
  let silent: Server
  const sockets = new Set<Socket>()
  beforeAll(async () => {
    silent = createServer((socket) => sockets.add(socket))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  it.each(['is closed', 'accepts and never responds'])(
    'that %s is reported once, and the product works',
    async (kind) => {
      const port = kind === 'is closed' ? await freePort() : (silent.address() as AddressInfo).port
      const product = await start({
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_TIMEOUT: '300',
        OTEL_BSP_SCHEDULE_DELAY: '100',
      })
      await book(product.url())
      await eventually(() => product.output().includes(notSent), true, {
        describe: () => product.output(),
        milliseconds: 60_000,
      })
      await book(product.url())
      expect(occurrences(product.output(), notSent)).toBe(1)
    },
  )
})

describeWithRedis('a Redis that is full', () => {
  it('is reported once: each process counts alone, bookings and events continue', async () => {
    const redis = await startRedis()
    const client = new Redis(redis.url)
    try {
      await client.config('SET', 'maxmemory-policy', 'noeviction')
      await client.config('SET', 'maxmemory', '1')
      const product = await start({ REDIS_URL: redis.url })
      const subscriber = new Subscriber(
        product.url(),
        'subscription { reservationEvents { reservation { reservationId } } }',
      )
      await subscriber.listening(
        () => book(product.url()),
        ({ data }, id) => data?.reservationEvents.reservation.reservationId === id,
      )
      await subscriber.close()
      const limited = await partner(product.url(), 'sk_test_demo_basic').get('/api/partner/cenotes')
      expect(limited).toHaveStatus(200)
      expect(Number(limited.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
      expect(await partner(product.url()).get('/readyz')).toHaveStatus(200)
      const log = product.output()
      expect(occurrences(log, 'rate limits are counted by each process alone')).toBe(1)
      expect(log).toContain('OOM command not allowed')
    } finally {
      client.disconnect()
      await redis.stop()
    }
  })
})
