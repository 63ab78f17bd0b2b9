import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../platform/demo-id.ts'
import { freePort } from '../platform/free-port.ts'
import { httpExecutor } from '../platform/http-executor.ts'
import { IdentitySigner } from '../platform/identity.ts'
import { expectBalancedBooks, holdTwenty } from './testkit/capacity.ts'
import { sql, testServerUrl } from './testkit/database.ts'
import { playMainJob } from './testkit/main-job.ts'
import { startProcess, type RunningProcess } from './testkit/process.ts'
import { nextSaturday, partner } from './testkit/product.ts'

const running: RunningProcess[] = []
let restUrl: string
let gatewayUrl: string
let subgraphUrl: string
let dataFolder: string
let bookingEnvironment: Record<string, string>

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'cenotes-apart-'))
  const [catalog, pricing, booking, gateway, facade] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ])
  const address = (port: number): string => `http://127.0.0.1:${port}`
  restUrl = address(facade)
  gatewayUrl = address(gateway)
  subgraphUrl = `${address(catalog)}/graphql`
  const common = {
    DATABASE_URL: testServerUrl(),
    SIGNING_SECRET: 'a secret of the test, the same in every process',
    DEMO_DATA: 'true',
  }
  const start = async (entry: string, port: number, environment: Record<string, string> = {}): Promise<void> => {
    running.push(await startProcess(entry, { ...common, PORT: String(port), ...environment }))
  }
  const addresses = {
    CATALOG_URL: subgraphUrl,
    PRICING_URL: `${address(pricing)}/graphql`,
    BOOKING_URL: `${address(booking)}/graphql`,
    PUBLIC_URL: restUrl,
  }
  bookingEnvironment = { ...common, ...addresses, DATA_DIR: dataFolder }
  await Promise.all([start('subgraphs/catalog/main.js', catalog), start('subgraphs/pricing/main.js', pricing)])
  await start('subgraphs/booking/main.js', booking, { ...addresses, DATA_DIR: dataFolder })
  await start('gateway/main.js', gateway, addresses)
  await start('rest-facade/main.js', facade, { GATEWAY_URL: gatewayUrl, PUBLIC_URL: restUrl })
}, 90_000)

afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()))
  await rm(dataFolder, { recursive: true, force: true })
})

describe('the product as separate processes', () => {
  it('does the main job over HTTP as one process does', async () => {
    await playMainJob(restUrl, gatewayUrl)
  })

  it('has subgraphs that refuse whoever brings no signed identity', async () => {
    const answer = await partner(subgraphUrl).post(
      '',
      { query: '{ cenotes { totalCount } }' },
      { 'x-identity': 'eyJhbGciOiJub25lIn0.e30.' },
    )
    expect(answer.status).toBe(401)
    expect(answer.body.data).toBeUndefined()
  })

  it('gives exactly 20 places to 200 who come at once to two booking processes on one database', async () => {
    const port = await freePort()
    const second = await startProcess('subgraphs/booking/main.js', { ...bookingEnvironment, PORT: String(port) })
    const signer = new IdentitySigner(bookingEnvironment['SIGNING_SECRET'] ?? '')
    const replicas = [
      httpExecutor(bookingEnvironment['BOOKING_URL'] ?? '', signer, 'booking'),
      httpExecutor(`http://127.0.0.1:${port}/graphql`, signer, 'booking'),
    ] as const
    const cenoteId = demoId('cenote', 'dos-ojos')
    const visitDate = nextSaturday()
    await holdTwenty('booking', cenoteId, visitDate, '10:00')
    const identity = {
      partnerId: demoId('partner', 'demo'),
      environment: 'sandbox',
      scopes: [],
      locale: 'en',
      requestId: 'test',
    } as const
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        replicas[index % 2 === 0 ? 0 : 1].execute(
          {
            query: 'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }',
            variables: {
              input: {
                cenoteId,
                visitDate,
                visitTime: '10:00',
                visitors: { adults: 1 },
                guest: { name: 'Crowd', email: 'crowd@example.com', phone: '+52 1' },
              },
            },
          },
          identity,
        ),
      ),
    )
    const codes = results.map(({ errors }) => errors?.[0]?.extensions?.['code'] ?? 'created')
    expect(codes.filter((code) => code === 'created')).toHaveLength(20)
    expect(codes.filter((code) => code === 'CENOTE_NOT_AVAILABLE')).toHaveLength(180)
    await expectBalancedBooks('booking')
    await Promise.all(replicas.map((replica) => replica.close()))
    expect(await second.stop()).toBe(0)
  })

  it('answers 503 while a subgraph is away, and hides why', async () => {
    const catalog = running[0]
    expect(await catalog?.stop()).toBe(0)
    const answer = await partner(restUrl).get('/api/partner/cenotes')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(answer.body.error.code).toBe('SERVICE_UNAVAILABLE')
    expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|127\.0\.0\.1/)
  })

  it('ends every process with 0 on SIGTERM', async () => {
    expect(await Promise.all(running.map((one) => one.stop()))).toEqual(running.map(() => 0))
  })

  it('leaves no listener and no database session behind', async () => {
    expect(running).toHaveLength(5)
    for (const url of [restUrl, gatewayUrl, subgraphUrl]) await expect(fetch(url)).rejects.toThrow('fetch failed')
    const sessions = () =>
      sql(
        'postgres',
        `SELECT datname, application_name FROM pg_stat_activity WHERE datname IN ('access', 'booking', 'catalog', 'pricing')`,
      )
    // The server takes a moment to let a session go whose client has left.
    for (let waited = 0; waited < 5_000 && (await sessions()).length > 0; waited += 100)
      await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await sessions()).toEqual([])
  })
})
