import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { loadSupergraph } from '../../../gateway/supergraph/supergraph.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { freePort } from '../../../platform/process/free-port.ts'
import { copyDemoServer } from '../../testkit/demo-server.ts'
import { seedOf, times } from '../../testkit/long-form.ts'
import { startProcess, type RunningProcess } from '../../testkit/process.ts'
import { keys, nextSaturday, partner } from '../../testkit/product.ts'
import { openApiOf, withoutReferences } from '../../testkit/openapi.ts'
import { fuzz, type Target } from './fuzz.ts'
import { heapInUse, inspectable } from './heap.ts'
import { routesIn, type OpenApi } from './rest.ts'

const seed = seedOf(7)
/** The short form sends at least one request to each REST route, and as many over the other transports together. */
const count = times(200, 10_000)
/** Caches fill and code is compiled while the first of them come. */
const warmUp = Math.ceil(count / 2)
const mebibyte = 2 ** 20
/** MiB that bounded caches may still take after the first half; a leak of 10 KiB a request would be more of 10,000. */
const maxGrowthMebibytes = 40

let folder: string
let product: RunningProcess
let target: Target

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-fuzz-'))
  // PostgreSQL runs as a separate user when the tests run as root.
  await chmod(folder, 0o755)
  await copyDemoServer(folder)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  product = await startProcess('main.js', {
    ...inspectable,
    PORT: String(port),
    DATA_DIR: folder,
    // Requests that announce more than they send.
    REQUEST_TIMEOUT_SECONDS: '2',
    HEADERS_TIMEOUT_SECONDS: '2',
  })
  // Without limits: a refusal for their number would hide what the requests themselves do.
  const rest = partner(url, keys.demo)
  const cenoteId = demoId('cenote', 'gran-cenote')
  const visitDate = nextSaturday()
  const made = await Promise.all(
    Array.from({ length: times(6, 20) }, () =>
      rest.post('/api/partner/reservations', {
        cenoteId,
        visitDate,
        visitors: { adults: 1, children: 0 },
        guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
      }),
    ),
  )
  const webhooks = await Promise.all(
    Array.from({ length: times(4, 10) }, (_, index) =>
      rest.post('/webhooks', { url: `http://127.0.0.1:9/${index}`, events: ['reservation.confirmed'] }),
    ),
  )
  const tours = await rest.get('/booking/tours')
  const services = await rest.get(`/cenotes/${cenoteId}/services`)
  const list = await rest.get('/api/partner/cenotes?perPage=2')
  for (const result of [...made, ...webhooks, tours, services, list]) expect(result.status).toBeLessThan(300)
  const reservationIds = made.map(({ body }) => String(body.data.id))
  const serviceIds = services.body.data.map(({ serviceId }: { serviceId: string }) => serviceId) as string[]
  const tourId = String(tours.body.data[0].id)
  const cursor = /cursor=([^&>]+)/.exec(list.headers.get('link') ?? '')?.[1] ?? ''
  const codes = ['CENOTE10', 'FIJO200', 'FREEGUIDE', 'EXPIRED2024']
  target = {
    url,
    apiKey: keys.demo,
    openApi: withoutReferences(await openApiOf(url)) as OpenApi,
    schema: loadSupergraph(new URL('../../../schema/supergraph.graphql', import.meta.url)).apiSchema,
    known: {
      'id of reservations': [...reservationIds, String(made[0]?.body.data.bookingReference)],
      'id of cenotes': [cenoteId],
      'id of tours': [tourId],
      'id of webhooks': webhooks.map(({ body }) => String(body.data.id)),
      cenoteId: [cenoteId],
      itemId: [cenoteId, tourId],
      itemType: ['cenote', 'tour'],
      tourId: [tourId],
      reservationId: reservationIds,
      serviceId: serviceIds,
      code: codes,
      couponCode: codes,
      promoCode: codes,
      cursor: [cursor],
      visitDate: [visitDate],
      startDate: [visitDate],
      date: [visitDate],
      visitTime: ['09:00', '10:00', '15:00'],
      near: ['20.21,-87.46'],
    },
  }
})

afterAll(async () => {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
})

describe(`malformed requests of seed ${seed}`, () => {
  it(`${count} of them over REST, GraphQL, server-sent events and WebSocket cause no failure, reveal nothing and leave nothing`, async () => {
    expect(routesIn(target.openApi).length).toBeLessThanOrEqual(count / 2)
    const first = await fuzz(target, seed, 0, warmUp)
    const before = await heapInUse(product)
    const second = await fuzz(target, seed, warmUp, count)
    const after = await heapInUse(product)
    const inMebibytes = [before, after].map((bytes) => (bytes / mebibyte).toFixed(1))
    process.stdout.write(
      `${JSON.stringify(second.counts)}\nheap in MiB, after half and all: ${inMebibytes.join(', ')}\n`,
    )
    expect([...first.findings, ...second.findings].slice(0, 20)).toEqual([])
    // Any log line at this level is an unexpected failure.
    expect(
      product
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .slice(0, 20),
    ).toEqual([])
    expect(product.child.exitCode).toBeNull()
    expect(await partner(target.url).get('/api/partner/cenotes')).toHaveStatus(200)
    expect((after - before) / mebibyte).toBeLessThan(maxGrowthMebibytes)
  })

  it('would be detected: a server that fails on each of them, and reveals why, is found out', async () => {
    // 418 distinguishes its responses from those that Node sends itself for invalid requests; HEAD has no body to
    // check.
    const broken = createServer(({ method }, response) => {
      response.statusCode = method === 'HEAD' ? 500 : 418
      response.end(JSON.stringify({ message: new Error('wrong').stack }))
    })
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = broken.address() as AddressInfo
      const { findings, counts } = await fuzz({ ...target, url: `http://127.0.0.1:${port}` }, seed, 0, 40)
      const outcome = ['REST', 'GraphQL', 'SSE']
        .flatMap((kind) => Object.entries(counts[kind] ?? {}))
        .filter(([status]) => /^(?:418|500)/.test(status))
        .reduce((sum, [, times]) => sum + times, 0)
      expect(outcome).toBeGreaterThan(20)
      expect(findings.length).toBeGreaterThanOrEqual(outcome)
      expect(findings.some(({ wrong }) => wrong.includes('internals'))).toBe(true)
    } finally {
      broken.closeAllConnections()
      broken.close()
    }
  })
})
