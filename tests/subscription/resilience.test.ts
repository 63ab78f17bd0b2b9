import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'
import { freePort } from '../../platform/process/free-port.ts'
import { TcpProxy } from '../../bench/chaos/tcp-proxy.ts'
import { copyDemoServer } from '../testkit/demo-server.ts'
import { ended, startEntries, type RunningProcess } from '../testkit/process.ts'
import { nextSaturday, partner, type Json } from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { Wire } from '../testkit/wire.ts'
import { betweenAttempts } from '../testkit/pauses.ts'

// Two gateways and two booking subgraphs on one database, with TCP proxies in between. The first subgraph and the
// second gateway share a process, which tests end; a third gateway, in front of the second subgraph, serves meanwhile.

const running = new Map<Name, RunningProcess>()
const proxies: Record<'database' | 'catalog' | 'booking', TcpProxy> = {} as never
const ports: Record<string, number> = {}
let folder: string
let supergraphFile: string
let postgres: EmbeddedPostgres
let environments: Record<Name, Record<string, string>>
const entries = {
  catalog: 'subgraphs/catalog/main.js',
  pricing: 'subgraphs/pricing/main.js',
  booking1: 'subgraphs/booking/main.js',
  booking2: 'subgraphs/booking/main.js',
  gateway1: 'gateway/main.js',
  gateway2: 'gateway/main.js',
  gateway3: 'gateway/main.js',
}
type Name = keyof typeof entries
const addressOf = (name: string): string => `http://127.0.0.1:${ports[name] ?? 0}`
const portIn = (url: string): number => Number(new URL(url).port)

async function start(first: Name, ...others: Name[]): Promise<void> {
  const entryOf = (name: Name) => ({ entry: entries[name], environment: environments[name] })
  const together = await startEntries([entryOf(first), ...others.map(entryOf)])
  for (const name of [first, ...others]) running.set(name, together)
}
const startEnded = (): Promise<void> => start('booking1', 'gateway2')
const processOf = (name: Name): RunningProcess => {
  const found = running.get(name)
  if (!found) throw new Error(`${name} does not run`)
  return found
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cenotes-resilience-'))
  await chmod(folder, 0o755)
  await copyDemoServer(folder)
  supergraphFile = path.join(folder, 'supergraph.graphql')
  await cp(new URL('../../schema/supergraph.graphql', import.meta.url), supergraphFile)
  postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off', max_connections: '300' } })
  for (const name of Object.keys(entries)) ports[name] = await freePort()
  proxies.database = await TcpProxy.before(portIn(postgres.url))
  proxies.catalog = await TcpProxy.before(ports['catalog'] ?? 0)
  proxies.booking = await TcpProxy.before(ports['booking1'] ?? 0)
  const common = {
    DATABASE_URL: proxies.database.address(postgres.url),
    SIGNING_SECRET: 'a secret of the test, the same in every process',
    DEMO_DATA: 'true',
    LOG_LEVEL: 'info',
  }
  const addresses = {
    CATALOG_URL: `${addressOf('catalog')}/graphql`,
    PRICING_URL: `${addressOf('pricing')}/graphql`,
    PUBLIC_URL: addressOf('gateway1'),
  }
  const booking = { ...addresses, DATA_DIR: folder }
  environments = {
    catalog: {},
    pricing: {},
    booking1: booking,
    booking2: booking,
    gateway1: {
      ...addresses,
      // Each execution reads from the catalog, and nothing else does.
      CACHE_MB: '0',
      CATALOG_URL: proxies.catalog.address(addresses.CATALOG_URL),
      BOOKING_URL: proxies.booking.address(`${addressOf('booking1')}/graphql`),
      SUPERGRAPH_FILE: supergraphFile,
    },
    gateway2: { ...addresses, BOOKING_URL: `${addressOf('booking2')}/graphql` },
    gateway3: { ...addresses, BOOKING_URL: `${addressOf('booking2')}/graphql` },
  }
  for (const [name, own] of Object.entries(environments))
    environments[name as Name] = { ...common, ...own, PORT: String(ports[name]) }
  await start('catalog', 'pricing', 'booking2', 'gateway1', 'gateway3')
  await startEnded()
})

afterAll(async () => {
  await Promise.all([...new Set(running.values())].map((one) => one.stop()))
  await Promise.all(Object.values(proxies).map((proxy) => proxy.close()))
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

let days = 0
/** A reservation made through a gateway; repeated while a dependency is down. Returns its id. */
async function reserve(gateway: string): Promise<string> {
  const date = new Date(`${nextSaturday()}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + (days++ % 20))
  const input = {
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate: date.toISOString().slice(0, 10),
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Ana', email: 'ana@example.com', phone: '+52 998 123 4567' },
  }
  const created = async (): Promise<Json> =>
    (
      await partner(addressOf(gateway)).graphql(
        'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }',
        { input },
      )
    ).body
  const { data } = await eventually(created, (body: Json) => Boolean(body.data?.createReservation))
  return data.createReservation.id
}

const query = `subscription ($after: String) {
  reservationEvents(after: $after) { cursor reservation { reservationId cenote { name ageConfigurations { category } } } }
}`

/** Follows docs/frontend/subscriptions.md: when its connection ends it reconnects with its last cursor. */
class Follower {
  readonly seen: string[] = []
  readonly codes: number[] = []
  #wire: Wire | undefined
  #cursor: string | undefined
  #over = false
  #failure: unknown
  readonly #gateways: readonly string[]

  constructor(gateways: readonly string[], after: string) {
    this.#gateways = gateways
    this.#cursor = after
    this.#run().catch((error: unknown) => (this.#failure = error))
  }

  async receives(ids: readonly string[]): Promise<void> {
    await eventually(() => this.seen.length >= ids.length, true, {
      describe: () =>
        `${this.seen.length} of ${ids.length} were received; closed with ${this.codes.join()}; ${String(this.#failure)}`,
    })
    expect(this.seen).toEqual(ids)
  }

  stop(): void {
    this.#over = true
    this.#wire?.socket.terminate()
  }

  async #run(): Promise<void> {
    for (let attempt = 0; !this.#over; attempt += 1) {
      const gateway = this.#gateways[attempt % this.#gateways.length] ?? ''
      const wire = await Wire.connect(addressOf(gateway)).catch(() => undefined)
      this.#wire = wire
      wire?.subscribe('1', query, { after: this.#cursor })
      while (wire && !this.#over) {
        for (const { type, payload } of wire.messages.splice(0) as Json[]) {
          if (type !== 'next' || payload.errors) throw new Error(JSON.stringify({ type, payload }))
          const { cursor, reservation } = payload.data.reservationEvents
          expect(reservation.cenote.ageConfigurations.length).toBeGreaterThan(0)
          this.#cursor = cursor
          this.seen.push(reservation.reservationId)
        }
        if (wire.closed) break
        await betweenAttempts(5)
      }
      if (wire?.closed && !this.#over) this.codes.push(wire.closed.code)
      await betweenAttempts(50)
    }
  }
}

async function logEnd(): Promise<string> {
  const { body } = await partner(addressOf('gateway2')).graphql('{ reservationEventsCursor }')
  return body.data.reservationEventsCursor
}

describe('subscribers of two gateways', () => {
  let followers: readonly [Follower, Follower]
  /** The reservations of a test, each made through one of the gateways. */
  let reserved: string[]

  const reserveAndReceive = async (gateway = 'gateway2'): Promise<void> => {
    reserved.push(await reserve(gateway))
    for (const follower of followers) await follower.receives(reserved)
  }
  const codes = (): readonly (readonly number[])[] => followers.map((follower) => follower.codes)

  beforeEach(async () => {
    const { exitCode, signalCode } = processOf('gateway2').child
    // Only a failed test leaves it down.
    if (exitCode !== null || signalCode !== null) await startEnded()
    const after = await logEnd()
    followers = [new Follower(['gateway1'], after), new Follower(['gateway2', 'gateway3'], after)]
    reserved = []
    // Both are subscribed once they have received an event.
    await reserveAndReceive()
  })
  afterEach(async () => {
    for (const follower of followers) follower.stop()
    proxies.booking.leadTo(ports['booking1'] ?? 0)
    proxies.catalog.leadTo(ports['catalog'] ?? 0)
  })

  it('receive what was written through either of them', async () => {
    await reserveAndReceive('gateway1')
    await reserveAndReceive('gateway2')
  })

  it('cost one execution for each event, for any number of equal subscriptions', async () => {
    const wires = await Promise.all(Array.from({ length: 20 }, () => Wire.connect(addressOf('gateway1'))))
    const after = await logEnd()
    for (const wire of wires) wire.subscribe('1', query, { after })
    const before = proxies.catalog.requests
    await reserveAndReceive('gateway2')
    await Promise.all(wires.map((wire) => wire.received(1)))
    expect(proxies.catalog.requests - before).toBe(1)
    for (const wire of wires) wire.close()
  })

  it('continue when their subgraph is killed and restarted, and resume at another gateway when theirs is killed', async () => {
    await ended(processOf('booking1').child, 'SIGKILL')
    await eventually(codes, [[], [1006]])
    reserved.push(await reserve('gateway3'), await reserve('gateway3'))
    await startEnded()
    await reserveAndReceive('gateway1')
    expect(codes()).toEqual([[], [1006]])
  })

  it('continue when the connection to their subgraph fails, and wait for a subgraph that completes events', async () => {
    const [one, other] = followers
    proxies.booking.shut()
    proxies.catalog.shut()
    reserved.push(await reserve('gateway2'))
    proxies.booking.leadTo(ports['booking1'] ?? 0)
    reserved.push(await reserve('gateway2'))
    await other.receives(reserved)
    expect(one.seen.length).toBeLessThan(reserved.length)
    proxies.catalog.leadTo(ports['catalog'] ?? 0)
    await reserveAndReceive()
    expect(codes()).toEqual([[], []])
  })

  it('continue when the database is restarted', async () => {
    proxies.database.shut()
    await postgres.stop()
    postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off', max_connections: '300' } })
    proxies.database.leadTo(portIn(postgres.url))
    await reserveAndReceive('gateway1')
    await reserveAndReceive('gateway2')
    expect(codes()).toEqual([[], []])
  })

  it('cost nothing upstream any more when the last of them is gone, even if no event arrives', async () => {
    const upstreamIs = (count: number): Promise<number> => eventually(() => proxies.booking.upgrades.size, count)
    for (const follower of followers) follower.stop()
    await upstreamIs(0)
    const wire = await Wire.connect(addressOf('gateway1'))
    wire.subscribe('1', query)
    await upstreamIs(1)
    wire.socket.terminate()
    await upstreamIs(0)
  })

  describe('over another supergraph', () => {
    const described = async (): Promise<string> =>
      (await partner(addressOf('gateway1')).graphql('{ __type(name: "ReservationEvent") { description } }')).body.data
        .__type.description
    const reload = (): boolean => processOf('gateway1').child.kill('SIGHUP')
    let original: string
    let text: string

    beforeEach(async () => {
      original = await described()
      text = await readFile(supergraphFile, 'utf8')
    })
    afterEach(async () => {
      await writeFile(supergraphFile, text)
      reload()
      await eventually(described, original)
    })

    it('continue when its file alone has changed', async () => {
      await writeFile(supergraphFile, text.replace(original, 'Once.'))
      await eventually(described, 'Once.')
      await reserveAndReceive()
      expect(codes()).toEqual([[], []])
    })

    it('continue after SIGHUP', async () => {
      await writeFile(supergraphFile, text.replace(original, 'Twice.'))
      reload()
      await eventually(described, 'Twice.')
      await reserveAndReceive('gateway1')
      expect(codes()).toEqual([[], []])
    })

    it('continue over the previous one when the new one is refused', async () => {
      await writeFile(supergraphFile, `${text.slice(0, 5_000)} nonsense`)
      reload()
      const hasRefused = (): boolean => processOf('gateway1').output().includes('the supergraph was refused')
      await eventually(hasRefused, true)
      expect(await described()).toBe(original)
      await reserveAndReceive()
      expect(codes()).toEqual([[], []])
    })
  })

  // Last, so that the process need not be started again.
  it('are closed with 1001 by a gateway that stops, and resume at the other', async () => {
    expect(await processOf('gateway2').stop()).toBe(0)
    proxies.booking.leadTo(ports['booking2'] ?? 0)
    await reserveAndReceive('gateway1')
    expect(codes()).toEqual([[], [1001]])
  })
})
