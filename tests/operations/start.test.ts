import { mkdtemp, readFile, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { freePort } from '../../platform/process/free-port.ts'
import { ended, spawnProcess, startProcess } from '../testkit/process.ts'
import { nextSaturday, partner } from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'

let dataFolder: string
beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'cenotes-start-'))
  await chmod(dataFolder, 0o755)
})
afterEach(async () => {
  // There is still a server on this folder only when a test failed half-way.
  const left = await databaseProcess().catch(() => 0)
  if (left > 1 && isAlive(left)) process.kill(left, 'SIGQUIT')
  await rm(dataFolder, { recursive: true, force: true })
})

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const databaseProcess = async (): Promise<number> =>
  Number((await readFile(path.join(dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

describe('the product on its embedded database', () => {
  it('starts, ends on SIGTERM with 0 and leaves no PostgreSQL, and recovers after kill -9', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const environment = { PORT: String(port), DATA_DIR: dataFolder }
    const first = await startProcess('main.js', environment)
    expect(first.output()).toContain(url)
    expect((await partner(url).get('/api/partner/cenotes')).body.pagination.total).toBeGreaterThanOrEqual(24)
    const firstDatabase = await databaseProcess()
    expect(await first.stop()).toBe(0)
    expect(isAlive(firstDatabase)).toBe(false)

    const second = await startProcess('main.js', environment)
    const orphan = await databaseProcess()
    const created = await partner(url).post('/api/partner/reservations', {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: nextSaturday(),
      visitors: { adults: 2, children: 0 },
      guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
    })
    expect(created).toHaveStatus(201)
    await ended(second.child, 'SIGKILL')
    await eventually(() => isAlive(orphan), false)

    const third = await startProcess('main.js', environment)
    expect(await partner(url).get('/readyz')).toHaveStatus(200)
    const { body: stored } = await partner(url).get(`/api/partner/reservations/${created.body.data.id}`)
    expect(stored.data).toMatchObject({ status: 'pending', bookingReference: created.body.data.bookingReference })
    const balanced = spawnProcess('cli/audit/main.js', { DATA_DIR: dataFolder })
    expect([await ended(balanced.child), balanced.output()]).toEqual([
      0,
      expect.stringMatching(/The books balance\.\n$/),
    ])
    const twin = spawnProcess('main.js', { ...environment, PORT: String(await freePort()) })
    expect(await ended(twin.child)).toBe(1)
    expect(twin.output()).toContain('in use')
    expect(await partner(url).get('/readyz')).toHaveStatus(200)
    const lastDatabase = await databaseProcess()
    expect(await third.stop()).toBe(0)
    expect(isAlive(lastDatabase)).toBe(false)

    // With the product stopped, the audit starts the database and stops it again.
    const stopped = spawnProcess('cli/audit/main.js', { DATA_DIR: dataFolder })
    expect([await ended(stopped.child), stopped.output()]).toEqual([0, expect.stringContaining('reservations ')])
  })

  it('restarts its PostgreSQL when that is killed, and responds with 503 until then', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const product = await startProcess('main.js', { PORT: String(port), DATA_DIR: dataFolder })
    try {
      const { body } = await partner(url).post('/api/partner/reservations', {
        cenoteId: demoId('cenote', 'gran-cenote'),
        visitDate: nextSaturday(),
        visitors: { adults: 1, children: 0 },
        guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
      })
      const killed = await databaseProcess()
      process.kill(killed, 'SIGKILL')
      await eventually(() => product.output().includes('PostgreSQL ended unexpectedly (SIGKILL)'), true, {
        describe: () => product.output(),
      })
      const statuses: number[] = []
      const deadline = Date.now() + 30_000
      do {
        statuses.push((await partner(url).get(`/api/partner/reservations/${body.data.id}`)).status)
      } while (statuses.at(-1) !== 200 && Date.now() < deadline)
      expect(statuses.slice(0, -1).filter((status) => status !== 503)).toEqual([])
      // Each subgraph notices on its own that its database responds again.
      await eventually(async () => (await partner(url).get('/readyz')).status, 200)
      const confirmed = await partner(url).post(`/api/partner/reservations/${body.data.id}/confirm`, { paymentId: 'p' })
      expect([confirmed.status, confirmed.body.data?.status]).toEqual([200, 'confirmed'])
      expect(await databaseProcess()).not.toBe(killed)
    } finally {
      expect(await product.stop()).toBe(0)
    }
    expect(await databaseProcess().catch(() => null)).toBeNull()
  })
})

describe('settings that cannot be used', () => {
  it('are all reported at once, and the exit code is 1', async () => {
    const process = spawnProcess('main.js', {
      PORT: 'abc',
      LOG_LEVEL: 'loud',
      SIGNING_SECRET: 'short',
      DATABASE_URL: 'mysql://nowhere',
      DEMO_DATA: 'perhaps',
    })
    expect(await ended(process.child)).toBe(1)
    for (const name of ['PORT', 'LOG_LEVEL', 'SIGNING_SECRET', 'DATABASE_URL', 'DEMO_DATA'])
      expect(process.output()).toContain(name)
    expect(process.output()).not.toContain('short\n')
  })

  it('include a missing secret and demo data in production', async () => {
    const process = spawnProcess('main.js', { NODE_ENV: 'production', DEMO_DATA: 'true' })
    expect(await ended(process.child)).toBe(1)
    expect(process.output()).toContain('SIGNING_SECRET')
    expect(process.output()).toContain('DEMO_DATA')
  })

  it.each(['gateway', 'subgraphs/catalog', 'subgraphs/pricing', 'subgraphs/booking'])(
    'include demo data in production for %s as a separate process, which opens no database',
    async (folder) => {
      const address = 'http://127.0.0.1:9/graphql'
      const process = spawnProcess(`${folder}/main.js`, {
        NODE_ENV: 'production',
        DEMO_DATA: 'true',
        SIGNING_SECRET: 'a secret of the test, valid in every other way',
        DATABASE_URL: 'postgres://nobody@127.0.0.1:9',
        PUBLIC_URL: 'http://127.0.0.1:9',
        CATALOG_URL: address,
        PRICING_URL: address,
        BOOKING_URL: address,
      })
      expect(await ended(process.child)).toBe(1)
      expect(process.output()).toBe(
        'The settings cannot be used:\n  - DEMO_DATA must not be on in production: its keys are public\n',
      )
    },
  )
})
