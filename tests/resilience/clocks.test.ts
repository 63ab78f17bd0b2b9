import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import { startProcess, type RunningProcess } from '../testkit/process.ts'
import { freshAddress, keys, partner, type Json } from '../testkit/product.ts'
import { storedStatus } from '../testkit/reservation-states.ts'
import { reserve } from '../testkit/reserve.ts'
import { expireKey } from '../testkit/stored-keys.ts'
import { startSeparateProduct, type SeparateProduct } from '../testkit/separate-product.ts'
import { eventually } from '../testkit/eventually.ts'
import { makeDue } from '../testkit/due.ts'

/** Settings of a process whose clock shows another time. */
const skewed = (seconds: number): Record<string, string> => ({
  NODE_OPTIONS: `--import ${pathToFileURL(path.resolve('tests/testkit/skewed-clock.mjs')).href}`,
  CLOCK_SKEW_SECONDS: String(seconds),
})
const day = 86_400
/** One for both, with databases that no other test uses. */
let server: OwnPostgres
beforeAll(async () => {
  server = await startOwnPostgres({ demoData: true })
})
afterAll(() => server.stop())

describe('replicas whose clocks are wrong by more than a day', () => {
  const replicas = new Map<string, { url: string; process: RunningProcess; folder: string }>()
  const url = (name: 'right' | 'ahead' | 'behind'): string => replicas.get(name)?.url ?? ''
  const read = async (at: string, id: string): Promise<Json> =>
    (await partner(at).get(`/api/partner/reservations/${id}`)).body.data

  beforeAll(async () => {
    const skews = { right: 0, ahead: 1.5 * day, behind: -1.5 * day }
    for (const [name, seconds] of Object.entries(skews)) {
      const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-clock-'))
      const process = await startProcess('main.js', {
        DATABASE_URL: server.url,
        DEMO_DATA: 'true',
        DATA_DIR: folder,
        PORT: '0',
        LOG_LEVEL: 'warn',
        SIGNING_SECRET: 'a secret of the test, the same in every process',
        ...skewed(seconds),
      })
      const [, address = ''] = /Ready at (\S+)/.exec(process.output()) ?? []
      replicas.set(name, { url: address, process, folder })
    }
  })
  afterAll(async () => {
    for (const { process, folder } of replicas.values()) {
      await process.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('the clock of a process is wrong', async () => {
    const { body } = await partner(url('ahead'), null).post('/pricing/validate-age-breakdown', { adult: 'x' })
    expect(Date.parse(body.timestamp) - Date.now()).toBeGreaterThan(day * 1_000)
  })

  it('are reported by the processes whose clocks differ from that of the database', () => {
    const differs = 'the clock of this machine differs from that of the database'
    const reporting = [...replicas].filter(([, { process }]) => process.output().includes(differs))
    expect(reporting.map(([name]) => name)).toEqual(['ahead', 'behind'])
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
    for (const name of ['right', 'ahead'] as const) await replicas.get(name)?.process.stop()
    const { id } = await reserve(url('behind'))
    await makeDue('booking', 'hold', [id], { serverUrl: server.url })
    expect(await read(url('behind'), id)).toMatchObject({
      status: 'cancelled',
      cancellation: { cancelledBy: 'system' },
    })
    await eventually(() => storedStatus('booking', id, { serverUrl: server.url }), 'cancelled')
  })
})

describe('separate processes whose clocks differ by minutes', () => {
  const subgraphs = ['catalog', 'pricing', 'booking'] as const
  let product: SeparateProduct
  beforeAll(async () => {
    const ahead = Object.fromEntries(subgraphs.map((part) => [part, skewed(140)]))
    product = await startSeparateProduct(
      { DATABASE_URL: server.url },
      { ...ahead, gateway: skewed(-150), 'rest-facade': skewed(-290) },
      subgraphs,
    )
  })
  afterAll(() => product.close())

  it('work together: a gateway behind its subgraphs, a facade behind its gateway', async () => {
    const rest = partner(product.url('rest-facade'))
    for (const address of ['/api/partner/cenotes', '/api/partner/reservations', '/api/currencies'])
      expect([address, (await rest.get(address)).status]).toEqual([address, 200])
    expect((await reserve(product.url('rest-facade'))).status).toBe('pending')
  })

  it('the gateway still believes the facade which address a caller has', async () => {
    const remaining = async (address: string): Promise<number> => {
      const headers = { 'X-Forwarded-For': address }
      const response = await partner(product.url('rest-facade'), null).get('/api/currencies', headers)
      return Number(response.headers.get('x-ratelimit-remaining'))
    }
    const twice = async (address: string) => [await remaining(address), await remaining(address)]
    // The window is one second long: the second request may fall into the next one.
    await eventually(() => twice(freshAddress()), [9, 8])
    expect(await remaining(freshAddress())).toBe(9)
  })

  it("keys end by the clock of the database, whatever the gateway's clock shows", async () => {
    const rival = partner(product.url('gateway'), keys.rival)
    const refreshed = await rival.graphql('mutation { refreshKey { apiKey previousKey { id expiresAt } } }')
    const { apiKey, previousKey } = refreshed.body.data.refreshKey
    expect(Math.abs(Date.parse(previousKey.expiresAt) - Date.now() - day * 1_000)).toBeLessThan(60_000)
    const viewer = (key: string) => partner(product.url('gateway'), key).graphql('{ viewer { plan } }')
    expect(await viewer(apiKey)).toHaveStatus(200)
    // The gateway is 150 seconds behind: by its own clock the key has minutes left.
    await expireKey('access', keys.rival, { serverUrl: server.url })
    await eventually(async () => (await viewer(keys.rival)).status, 401, { milliseconds: 20_000 })
  })
})
