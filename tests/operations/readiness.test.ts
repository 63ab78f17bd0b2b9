import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { TcpProxy } from '../../bench/chaos/tcp-proxy.ts'
import { sql } from '../testkit/database.ts'
import { ownDatabases, startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import type { Entry } from '../testkit/process.ts'
import { keys, partner, startTestProduct, type TestResponse, type Json, type TestProduct } from '../testkit/product.ts'
import { describeWithRedis, startRedis, type TestRedis } from '../testkit/redis.ts'
import { describeStoppedDatabase } from './stopped-database.ts'
import { parts, startSeparateProduct, type Part, type SeparateProduct } from '../testkit/separate-product.ts'
import { eventually } from '../testkit/eventually.ts'

const quick = { DATABASE_SILENCE_SECONDS: '1' }
/** Far less than a client would wait for a response that never comes, and enough for a busy machine. */
const maxMilliseconds = 15_000

const isOk = ({ status }: TestResponse): boolean => status === 200
const isNotOk = ({ status }: TestResponse): boolean => status !== 200

/** Makes an owner's database unavailable, and available again: connections to it are ended and refused. */
const allow = async (server: OwnPostgres, database: string, allowed: boolean): Promise<void> => {
  await sql('postgres', `ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS ${allowed}`, [], server.url)
  if (!allowed)
    await sql(
      'postgres',
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
      [database],
      server.url,
    )
}
const owners = { access: 'gateway', catalog: 'catalog', booking: 'booking', pricing: 'pricing' } as const
const operational = { gateway: 'operational', catalog: 'operational', booking: 'operational', pricing: 'operational' }

/** One server for both products, which do not run at the same time. */
let server: OwnPostgres
beforeAll(async () => {
  server = await startOwnPostgres({ demoData: true })
})
afterAll(() => server.stop())

describe('readiness and status of one process', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct({ DATABASE_URL: server.url, ...quick }, ownDatabases)
  })
  afterAll(() => product.close())
  const readyz = () => partner(product.url, null).get('/readyz')
  const status = (apiKey: string | null = null) => partner(product.url, apiKey).get('/api/system/status')

  it('name every part while all is well', async () => {
    expect(await readyz()).toMatchObject({
      status: 200,
      body: { status: 'ready', parts: { access: 'ready', catalog: 'ready', booking: 'ready', pricing: 'ready' } },
    })
    expect((await status()).body.data).toEqual({ status: 'operational', components: operational })
    expect(await partner(product.url, null).get('/api/system/health')).toHaveStatus(200)
  })

  it.each(Object.entries(owners))('notice that the database %s is away, and that it is back', async (owner, part) => {
    const database = product.database(owner as keyof typeof owners)
    await allow(server, database, false)
    try {
      const result = await eventually(readyz, isNotOk)
      expect([result.status, result.body.status, result.body.parts[owner]]).toEqual([503, 'not ready', 'unavailable'])
      const shown = { status: 'degraded', components: { ...operational, [part]: 'unavailable' } }
      // With a key too: whose it is need not be known, and cannot be while `access` is away.
      for (const apiKey of [null, keys.rival]) {
        const { status: code, body } = await status(apiKey)
        expect([code, body.data]).toEqual([200, shown])
      }
      const health = await partner(product.url, null).get('/api/system/health')
      expect([health.status, health.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    } finally {
      await allow(server, database, true)
    }
    expect(await eventually(readyz, isOk)).toHaveStatus(200)
  })

  it('responds while PostgreSQL is stopped without ending', async () => {
    await server.pause()
    const begun = performance.now()
    // Each part notices on its own.
    const allAway = Object.values(owners).map(() => 'unavailable')
    const result = await eventually(readyz, ({ body }) => isDeepStrictEqual(Object.values(body.parts), allAway))
    expect([result.status, Object.values(result.body.parts)]).toEqual([503, allAway])
    expect((await eventually(status, ({ body }) => body.data.status === 'unavailable')).body.data).toEqual({
      status: 'unavailable',
      components: Object.fromEntries(Object.keys(operational).map((part) => [part, 'unavailable'])),
    })
    expect(performance.now() - begun).toBeLessThan(maxMilliseconds)
    await server.resume()
    expect(await eventually(readyz, isOk)).toHaveStatus(200)
  })

  describeStoppedDatabase(() => ({ server, restUrl: product.url, graphqlUrl: product.url }))
})

describe('readiness and status of several processes', () => {
  let product: SeparateProduct
  /** What the gateway connects to as its catalog, and the facade as its gateway. */
  let beforeCatalog: TcpProxy
  let beforeGateway: TcpProxy
  /** Responds to everything with the same JSON, as a wrong address may. */
  let impostor: Server
  let result = '{}'
  /** A gateway with another catalog, and facades with other gateways. */
  const misled = (environment: (part: Part) => Record<string, string>): Entry[] => {
    const address = `http://127.0.0.1:${(impostor.address() as AddressInfo).port}`
    const entryOf = (part: 'gateway' | 'rest-facade', own: Record<string, string>): Entry => ({
      entry: `${part}/main.js`,
      environment: { ...environment(part), PORT: '0', ...own },
    })
    const { CATALOG_URL = '' } = environment('booking')
    const { PUBLIC_URL = '' } = environment('gateway')
    return [
      entryOf('gateway', { CATALOG_URL: `${address}/graphql` }),
      ...[address, PUBLIC_URL, CATALOG_URL.replace('/graphql', '')].map((url) =>
        entryOf('rest-facade', { GATEWAY_URL: url }),
      ),
    ]
  }
  beforeAll(async () => {
    beforeCatalog = await TcpProxy.before(0)
    beforeGateway = await TcpProxy.before(0)
    impostor = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(result)
    })
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve))
    const own = {
      gateway: { CATALOG_URL: beforeCatalog.address('http://127.0.0.1/graphql') },
      'rest-facade': { GATEWAY_URL: beforeGateway.address('http://127.0.0.1') },
    }
    product = await startSeparateProduct({ DATABASE_URL: server.url, ...quick }, { own, more: misled })
    beforeCatalog.leadTo(Number(new URL(product.url('catalog')).port))
    beforeGateway.leadTo(Number(new URL(product.url('gateway')).port))
    await eventually(readyz('rest-facade'), isOk)
  })
  afterAll(async () => {
    await product.close()
    await Promise.all([beforeCatalog, beforeGateway].map((proxy) => proxy.close()))
    impostor.close()
  })
  const readyz = (part: Part) => () => partner(product.url(part), null).get('/readyz')
  const readinessOfAll = async (): Promise<Record<string, number>> =>
    Object.fromEntries(await Promise.all(parts.map(async (part) => [part, (await readyz(part)()).status])))
  const components = async (): Promise<Json> =>
    (await partner(product.url('rest-facade'), null).get('/api/system/status')).body.data.components

  it('every part is ready, and reports it however often it is checked', async () => {
    expect(await readinessOfAll()).toEqual(Object.fromEntries(parts.map((part) => [part, 200])))
    // One address, as that of a load balancer; far more than a caller without a key may send in a minute.
    const headers = { 'X-Forwarded-For': '10.251.0.1' }
    for (const part of ['rest-facade', 'gateway'] as const)
      for (let count = 0; count < 60; count += 1)
        expect(await partner(product.url(part), null).get('/readyz', headers)).toHaveStatus(200)
    expect(await partner(product.url('rest-facade'), null).get('/api/currencies', headers)).toHaveStatus(200)
  })

  it('a part is not ready without its own database, nor are those that need it', async () => {
    await allow(server, 'pricing', false)
    try {
      expect((await eventually(readyz('pricing'), isNotOk)).body).toEqual({
        status: 'not ready',
        parts: { pricing: 'unavailable' },
      })
      expect(await eventually(readyz('rest-facade'), isNotOk)).toHaveStatus(503)
      expect(await readinessOfAll()).toEqual({
        catalog: 200,
        pricing: 503,
        booking: 200,
        gateway: 503,
        'rest-facade': 503,
      })
      expect(await components()).toEqual({ ...operational, pricing: 'unavailable' })
    } finally {
      await allow(server, 'pricing', true)
    }
    expect(await eventually(readyz('rest-facade'), isOk)).toHaveStatus(200)
  })

  it('a subgraph that hangs is noticed, and requests to it fail in time', async () => {
    beforeCatalog.hold()
    try {
      const begun = performance.now()
      const result = await partner(product.url('rest-facade')).get('/api/partner/cenotes')
      expect([result.status, result.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(performance.now() - begun).toBeLessThan(maxMilliseconds)
      expect((await eventually(readyz('gateway'), isNotOk)).body.parts.catalog).toBe('unavailable')
      expect(await components()).toEqual({ ...operational, catalog: 'unavailable' })
    } finally {
      beforeCatalog.release()
    }
    expect(await eventually(readyz('rest-facade'), isOk)).toHaveStatus(200)
  })

  it('a gateway that hangs is noticed by the facade', async () => {
    beforeGateway.hold()
    try {
      const begun = performance.now()
      expect(await partner(product.url('rest-facade')).get('/api/partner/cenotes')).toHaveStatus(503)
      expect((await eventually(readyz('rest-facade'), isNotOk)).body.parts).toEqual({ gateway: 'unavailable' })
      expect(performance.now() - begun).toBeLessThan(maxMilliseconds)
    } finally {
      beforeGateway.release()
    }
    expect(await eventually(readyz('rest-facade'), isOk)).toHaveStatus(200)
  })

  describeStoppedDatabase(() => ({
    server,
    restUrl: product.url('rest-facade'),
    graphqlUrl: product.url('gateway'),
  }))

  describe('with an address that leads elsewhere', () => {
    const urlOf = (index: number): string => {
      const urls = [...product.output().matchAll(/Ready at (http:\/\/[^/\s]+)/g)].map(([, url = '']) => url)
      return urls[parts.length + index] ?? ''
    }

    it('a gateway whose catalog returns JSON that is not GraphQL, or nothing, is not ready, and responds with 503', async () => {
      const url = urlOf(0)
      for (const text of ['{}', '[]', '{"status":"ready"}', '{"data":null,"errors":[]}', '"text"', 'not JSON']) {
        result = text
        const { body } = await partner(url).graphql('{ cenotes { totalCount } }')
        expect([text, body.errors[0].extensions.code]).toEqual([text, 'SERVICE_UNAVAILABLE'])
      }
      expect((await partner(url, null).get('/readyz')).body.parts).toMatchObject({
        catalog: 'unavailable',
        booking: 'ready',
      })
    })

    it.each([
      ['another service', 503, 1],
      ['a facade', 503, 2],
      // It responds as GraphQL does, and rejects the caller.
      ['a subgraph', 500, 3],
    ])('a facade whose gateway is %s is not ready, and responds with %d', async (_what, status, index) => {
      result = '{"status":"ready"}'
      const url = urlOf(index)
      expect(await partner(url, null).get('/readyz')).toHaveStatus(503)
      expect(await partner(url).get('/api/partner/cenotes')).toHaveStatus(status)
    })
  })
})

describeWithRedis('readiness with Redis', () => {
  let redis: TestRedis
  let product: TestProduct
  beforeAll(async () => {
    redis = await startRedis()
    product = await startTestProduct({ REDIS_URL: redis.url })
  })
  afterAll(async () => {
    await product.close()
    await redis.stop()
  })

  it('reports when limits are counted without it, and stays ready: each process counts alone meanwhile', async () => {
    const readyz = () => partner(product.url, null).get('/readyz')
    const redisIs = (state: string) => (result: TestResponse) => result.body.parts.redis === state
    expect(await eventually(readyz, redisIs('ready'))).toMatchObject({
      status: 200,
      body: { parts: { redis: 'ready' } },
    })
    await redis.stop()
    expect(await eventually(readyz, redisIs('degraded'))).toMatchObject({
      status: 200,
      body: { status: 'ready', parts: { redis: 'degraded', access: 'ready' } },
    })
    await redis.start()
    expect(await eventually(readyz, redisIs('ready'))).toMatchObject({
      status: 200,
      body: { parts: { redis: 'ready' } },
    })
  })
})
