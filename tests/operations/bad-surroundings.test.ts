import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Redis } from 'ioredis'
import { freePort } from '../../platform/process/free-port.ts'
import { copyDemoServer } from '../testkit/demo-server.ts'
import { startProcess, type RunningProcess } from '../testkit/process.ts'
import { nextSaturday, partner, Subscriber } from '../testkit/product.ts'
import { describeWithRedis, hasRedis, startRedis, type TestRedis } from '../testkit/redis.ts'
import { eventually } from '../testkit/eventually.ts'
import { demoId } from '../../platform/values/demo-id.ts'

/** Accepts connections, and sends nothing over them. */
let silent: Server
const sockets = new Set<Socket>()
let redis: TestRedis | undefined
let folder: string
/** A product with both, because neither may harm it. */
let product: RunningProcess

const tracesTo = (port: number): Record<string, string> => ({
  LOG_LEVEL: 'warn',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  OTEL_EXPORTER_OTLP_TIMEOUT: '300',
  OTEL_BSP_SCHEDULE_DELAY: '100',
})

/** A Redis server that refuses to write. */
async function startFullRedis(): Promise<TestRedis> {
  const started = await startRedis()
  const client = new Redis(started.url)
  await client.config('SET', 'maxmemory-policy', 'noeviction')
  await client.config('SET', 'maxmemory', '1')
  client.disconnect()
  return started
}

beforeAll(async () => {
  silent = createServer((socket) => sockets.add(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  redis = hasRedis ? await startFullRedis() : undefined
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-surroundings-'))
  await copyDemoServer(folder)
  product = await startProcess('main.js', {
    PORT: '0',
    DATA_DIR: folder,
    ...tracesTo((silent.address() as AddressInfo).port),
    ...(redis ? { REDIS_URL: redis.url } : {}),
  })
})
afterAll(async () => {
  await product.stop()
  await redis?.stop()
  for (const socket of sockets) socket.destroy()
  silent.close()
  await rm(folder, { recursive: true, force: true })
})

async function book(): Promise<string> {
  const { status, body } = await partner(product.url()).post('/api/partner/reservations', {
    cenoteId: demoId('cenote', 'dos-ojos'),
    visitDate: nextSaturday(),
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
  })
  expect([status, body]).toEqual([201, expect.anything()])
  const address = `/api/partner/reservations/${body.data.id}/confirm`
  expect(await partner(product.url()).post(address, { paymentId: 'pay_1' })).toHaveStatus(200)
  return body.data.id
}

const occurrences = (text: string, part: string): number => text.split(part).length - 1

describe('an address for traces', () => {
  /** Uses a server before and after it reports that it could not send traces. */
  async function reportsOnce(server: RunningProcess, use: () => Promise<unknown>): Promise<void> {
    const notSent = 'traces could not be sent; the product continues without them'
    await use()
    await eventually(() => server.output().includes(notSent), true, { describe: () => server.output() })
    await use()
    expect(occurrences(server.output(), notSent)).toBe(1)
  }

  it('that accepts and never responds is reported once, and the product works', () => reportsOnce(product, book))

  it('that is closed is reported once, and a server works', async () => {
    const server = await startProcess('console/main.js', { PORT: '0', ...tracesTo(await freePort()) })
    try {
      const healthz = new URL('/healthz', server.url())
      await reportsOnce(server, async () => expect((await fetch(healthz)).status).toBe(200))
    } finally {
      await server.stop()
    }
  })
})

describeWithRedis('a Redis that is full', () => {
  it('is reported once: each process counts alone, bookings and events continue', async () => {
    const subscriber = new Subscriber(
      product.url(),
      'subscription { reservationEvents { reservation { reservationId } } }',
    )
    await subscriber.listening(book, ({ data }, id) => data?.reservationEvents.reservation.reservationId === id)
    await subscriber.close()
    const limited = await partner(product.url(), 'sk_test_demo_basic').get('/api/partner/cenotes')
    expect(limited).toHaveStatus(200)
    expect(Number(limited.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
    expect(await partner(product.url()).get('/readyz')).toHaveStatus(200)
    const log = product.output()
    expect(occurrences(log, 'rate limits are counted by each process alone')).toBe(1)
    expect(log).toContain('OOM command not allowed')
  })
})
