import { mkdtemp, readFile, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { freePort } from '../../platform/process/free-port.ts'
import { runCommand, runInOneProcess, type CommandResult } from '../testkit/command.ts'
import { ended, spawnProcess, startProcess, type RunningProcess } from '../testkit/process.ts'
import { partner } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'
import { eventually } from '../testkit/eventually.ts'

let dataFolder: string
let settings: Record<string, string>
/** First started in a folder without a database; undefined while it is stopped. */
let product: RunningProcess | undefined
let firstOutput: string
beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'cenotes-start-'))
  await chmod(dataFolder, 0o755)
  settings = { PORT: String(await freePort()), DATA_DIR: dataFolder }
  firstOutput = (await started()).output()
})
afterAll(async () => {
  await stopped()
  // There is still a server on this folder only when a test failed half-way.
  const left = await databaseProcess().catch(() => 0)
  if (left > 1 && isAlive(left)) process.kill(left, 'SIGQUIT')
  await rm(dataFolder, { recursive: true, force: true })
})

/** The running product, started if it is not. */
const started = async (): Promise<RunningProcess> => (product ??= await startProcess('main.js', settings))
/** Ends the product with SIGTERM. Returns its exit code. */
async function stopped(): Promise<number | null | undefined> {
  const ending = product
  product = undefined
  return ending?.stop()
}

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
  it('starts in an empty folder with demo data, and names its address', async () => {
    const url = (await started()).url()
    expect(firstOutput).toContain(`http://127.0.0.1:${settings['PORT']}`)
    expect((await partner(url).get('/api/partner/cenotes')).body.pagination.total).toBeGreaterThanOrEqual(24)
  })

  it('refuses to start twice on one folder, and leaves the first alone', async () => {
    const { url } = await started()
    // A process that starts workers loads little before it starts PostgreSQL.
    const twin = spawnProcess('main.js', { ...settings, PORT: String(await freePort()), WORKERS: '2' })
    expect(await ended(twin.child)).toBe(1)
    expect(twin.output()).toContain('in use')
    expect(await partner(url()).get('/readyz')).toHaveStatus(200)
  })

  it('restarts its PostgreSQL when that is killed, and responds with 503 until then', async () => {
    const running = await started()
    const rest = partner(running.url())
    const { id } = await reserve(running.url())
    const killed = await databaseProcess()
    process.kill(killed, 'SIGKILL')
    await eventually(() => running.output().includes('PostgreSQL ended unexpectedly (SIGKILL)'), true)
    const statuses: number[] = []
    const read = async (): Promise<number> => (await rest.get(`/api/partner/reservations/${id}`)).status
    for (const deadline = Date.now() + 30_000; statuses.at(-1) !== 200 && Date.now() < deadline;)
      statuses.push(await read())
    expect(statuses.filter((status) => status !== 503)).toEqual([200])
    // Each subgraph notices on its own that its database responds again.
    await eventually(async () => (await rest.get('/readyz')).status, 200)
    expect(await rest.post(`/api/partner/reservations/${id}/confirm`, { paymentId: 'p' })).toHaveStatus(200)
    expect(await databaseProcess()).not.toBe(killed)
  })

  it('recovers after kill -9, which ends its PostgreSQL too', async () => {
    const killed = await started()
    const orphan = await databaseProcess()
    const created = await reserve(killed.url())
    product = undefined
    await ended(killed.child, 'SIGKILL')
    await eventually(() => isAlive(orphan), false)
    const url = (await started()).url()
    expect(await partner(url).get('/readyz')).toHaveStatus(200)
    const { body } = await partner(url).get(`/api/partner/reservations/${created.id}`)
    expect(body.data).toMatchObject({ status: 'pending', bookingReference: created.bookingReference })
    expect(await runCommand('cli/audit/main', { DATA_DIR: dataFolder })).toEqual({
      code: 0,
      output: expect.stringMatching(/The books balance\.\n$/),
    })
  })

  it('ends on SIGTERM with 0, and leaves no PostgreSQL', async () => {
    await started()
    const database = await databaseProcess()
    expect(await stopped()).toBe(0)
    expect(isAlive(database)).toBe(false)
  })

  it('can be audited while it is stopped, on a database that the audit starts and stops', async () => {
    await stopped()
    const audit = spawnProcess('cli/audit/main.js', { DATA_DIR: dataFolder })
    expect([await ended(audit.child), audit.output()]).toEqual([0, expect.stringContaining('reservations ')])
    expect(await databaseProcess().catch(() => null)).toBeNull()
  })
})

describe('settings that cannot be used', () => {
  const folders = ['gateway', 'subgraphs/catalog', 'subgraphs/pricing', 'subgraphs/booking']
  const address = 'http://127.0.0.1:9/graphql'
  const environment = {
    NODE_ENV: 'production',
    DEMO_DATA: 'true',
    SIGNING_SECRET: 'a secret of the test, valid in every other way',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9',
    PUBLIC_URL: 'http://127.0.0.1:9',
    CATALOG_URL: address,
    PRICING_URL: address,
    BOOKING_URL: address,
  }
  let ofProduct: CommandResult
  let ofParts: readonly CommandResult[]
  beforeAll(async () => {
    const product = { entry: 'main', environment: { NODE_ENV: 'production', DEMO_DATA: 'true' } }
    const parts = folders.map((folder) => ({ entry: `${folder}/main`, environment }))
    const [first, ...others] = await runInOneProcess([product, ...parts])
    ofProduct = first as CommandResult
    ofParts = others
  })

  it('include a missing secret and demo data in production', () => {
    expect(ofProduct.code).toBe(1)
    expect(ofProduct.output).toContain('SIGNING_SECRET')
    expect(ofProduct.output).toContain('DEMO_DATA')
  })

  it('include demo data in production for every separate process, which opens no database', () => {
    const output = 'The settings cannot be used:\n  - DEMO_DATA must not be on in production: its keys are public\n'
    expect(ofParts).toEqual(folders.map(() => ({ code: 1, output })))
  })
})
