import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createGroup, createMember, createPart, type Member } from '../testkit/member.ts'
import { startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import { freshAddress, keys, partner, type Json } from '../testkit/product.ts'
import { storedStatus } from '../testkit/reservation-states.ts'
import { reserve } from '../testkit/reserve.ts'
import { expireKey } from '../testkit/stored-keys.ts'
import { eventually } from '../testkit/eventually.ts'
import { makeDue } from '../testkit/due.ts'

/** Settings of a process whose clock shows another time. */
const skewed = (seconds: number): Record<string, string> => ({
  NODE_OPTIONS: `--import ${pathToFileURL(path.resolve('tests/testkit/skewed-clock.mjs')).href}`,
  CLOCK_SKEW_SECONDS: String(seconds),
})
const day = 86_400
/** One for all, with databases that no other test uses. */
let server: OwnPostgres
let folder: string
/** A product whose clock is right, in one process with the subgraphs of the product in separate processes. */
let right: Member
let common: Record<string, string>
let addresses: Record<string, string>
beforeAll(async () => {
  server = await startOwnPostgres({ demoData: true })
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-clocks-'))
  common = {
    DATABASE_URL: server.url,
    DEMO_DATA: 'true',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    SIGNING_SECRET: 'a secret of the test, the same in every process',
  }
  const main = await createPart('main.js', common)
  const catalog = await createPart('subgraphs/catalog/main.js', common)
  const pricing = await createPart('subgraphs/pricing/main.js', common)
  const others = { CATALOG_URL: `${catalog.url}/graphql`, PRICING_URL: `${pricing.url}/graphql` }
  const booking = await createPart('subgraphs/booking/main.js', { ...common, ...others, PUBLIC_URL: main.url })
  addresses = { ...others, BOOKING_URL: `${booking.url}/graphql`, PUBLIC_URL: main.url }
  right = { ...createGroup('right', [main, catalog, pricing, booking]), url: main.url }
  await right.start()
})
afterAll(async () => {
  await right.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

// First, because a test of the others stops the process of the subgraphs.
describe('separate processes whose clocks differ by minutes', () => {
  /** All within five minutes of those that they talk to. */
  let gateway: Member
  let facade: Member
  beforeAll(async () => {
    gateway = await createMember('gateway', 'gateway/main.js', { ...common, ...addresses, ...skewed(-290) })
    const facadeSettings = { ...common, ...addresses, ...skewed(-430), GATEWAY_URL: gateway.url }
    facade = await createMember('facade', 'rest-facade/main.js', facadeSettings)
    for (const one of [gateway, facade]) await one.start()
  })
  afterAll(() => Promise.all([gateway, facade].map((one) => one.stop())))

  it('work together: a gateway behind its subgraphs, a facade behind its gateway', async () => {
    const rest = partner(facade.url)
    for (const address of ['/api/partner/cenotes', '/api/partner/reservations', '/api/currencies'])
      expect([address, (await rest.get(address)).status]).toEqual([address, 200])
    expect((await reserve(facade.url)).status).toBe('pending')
  })

  it('the gateway still believes the facade which address a caller has', async () => {
    const remaining = async (address: string): Promise<number> => {
      const headers = { 'X-Forwarded-For': address }
      const response = await partner(facade.url, null).get('/api/currencies', headers)
      return Number(response.headers.get('x-ratelimit-remaining'))
    }
    const twice = async (address: string) => [await remaining(address), await remaining(address)]
    // The window is one second long: the second request may fall into the next one.
    await eventually(() => twice(freshAddress()), [9, 8])
    expect(await remaining(freshAddress())).toBe(9)
  })

  it("keys end by the clock of the database, whatever the gateway's clock shows", async () => {
    const rival = partner(gateway.url, keys.rival)
    const refreshed = await rival.graphql('mutation { refreshKey { apiKey previousKey { id expiresAt } } }')
    const { apiKey, previousKey } = refreshed.body.data.refreshKey
    expect(Math.abs(Date.parse(previousKey.expiresAt) - Date.now() - day * 1_000)).toBeLessThan(60_000)
    const viewer = (key: string) => partner(gateway.url, key).graphql('{ viewer { plan } }')
    expect(await viewer(apiKey)).toHaveStatus(200)
    // The gateway is 290 seconds behind: by its own clock the key has minutes left.
    await expireKey('access', keys.rival, { serverUrl: server.url })
    await eventually(async () => (await viewer(keys.rival)).status, 401, { milliseconds: 20_000 })
  })
})

describe('replicas whose clocks are wrong by more than a day', () => {
  let replicas: Record<'right' | 'ahead' | 'behind', Member>
  const url = (name: 'right' | 'ahead' | 'behind'): string => replicas[name].url
  const read = async (at: string, id: string): Promise<Json> =>
    (await partner(at).get(`/api/partner/reservations/${id}`)).body.data

  beforeAll(async () => {
    const ahead = await createMember('ahead', 'main.js', { ...common, ...skewed(1.5 * day) })
    const behind = await createMember('behind', 'main.js', { ...common, ...skewed(-1.5 * day) })
    for (const one of [ahead, behind]) await one.start()
    replicas = { right, ahead, behind }
  })
  afterAll(async () => {
    for (const one of [replicas.ahead, replicas.behind]) await one.stop()
  })

  it('the clock of a process is wrong', async () => {
    const { body } = await partner(url('ahead'), null).post('/pricing/validate-age-breakdown', { adult: 'x' })
    expect(Date.parse(body.timestamp) - Date.now()).toBeGreaterThan(day * 1_000)
  })

  it('are reported by the processes whose clocks differ from that of the database', () => {
    const differs = 'the clock of this machine differs from that of the database'
    const reporting = Object.values(replicas).filter((replica) => replica.output().includes(differs))
    expect(reporting.map(({ name }) => name)).toEqual(['ahead', 'behind'])
  })

  it('leave the holds of others alone, and show them as they are', async () => {
    const { id } = await reserve(url('right'))
    const runs = async (name: 'right' | 'ahead' | 'behind'): Promise<number> => {
      const metrics = await (await fetch(`${url(name)}/metrics`)).text()
      return Number(/^job_runs_total\{name="ending holds",result="ok"\} (\d+)/m.exec(metrics)?.[1])
    }
    const run = async (name: 'right' | 'ahead' | 'behind'): Promise<void> => {
      const before = await runs(name)
      // A run that began before the reservation may end after it.
      await eventually(
        () => runs(name),
        (now) => now >= before + 4,
      )
    }
    await Promise.all((['right', 'ahead', 'behind'] as const).map(run))
    for (const name of ['right', 'ahead', 'behind'] as const)
      expect([name, (await read(url(name), id)).status]).toEqual([name, 'pending'])
  })

  it.each(['ahead', 'behind'] as const)('one %s gives the same hold, price and times', async (name) => {
    const made = await reserve(url(name))
    const off = (instant: string): number => Math.abs(Date.parse(instant) - Date.now())
    expect(off(made.createdAt)).toBeLessThan(60_000)
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(day * 1_000)
    expect(await partner(url('right')).post(`/api/partner/reservations/${made.id}/confirm`, {})).toHaveStatus(200)
    const cancelled = await partner(url(name)).post(`/api/partner/reservations/${made.id}/cancel`, {
      reason: 'guest_request',
    })
    expect(cancelled).toHaveStatus(200)
    expect(off((await read(url('right'), made.id)).cancellation.cancelledAt)).toBeLessThan(60_000)
  })

  it('one that is behind ends what is over, and detects it', async () => {
    for (const name of ['right', 'ahead'] as const) await replicas[name].stop()
    const { id } = await reserve(url('behind'))
    await makeDue('booking', 'hold', [id], { serverUrl: server.url })
    expect(await read(url('behind'), id)).toMatchObject({
      status: 'cancelled',
      cancellation: { cancelledBy: 'system' },
    })
    await eventually(() => storedStatus('booking', id, { serverUrl: server.url }), 'cancelled')
  })
})
