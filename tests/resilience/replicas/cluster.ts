import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { TcpProxy } from '../../../bench/chaos/tcp-proxy.ts'
import { startEmbeddedPostgres } from '../../../platform/postgres/embedded-postgres.ts'
import { freePort } from '../../../platform/process/free-port.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { openPool } from '../../testkit/database.ts'
import { copyDemoServer } from '../../testkit/demo-server.ts'
import { eventually } from '../../testkit/eventually.ts'
import { isLong } from '../../testkit/long-form.ts'
import { startMailServer } from '../../testkit/mail-server.ts'
import { createGroup, createPart, type Member, type PartOfMember } from '../../testkit/member.ts'
import { partner } from '../../testkit/product.ts'
import { hasRedis, startRedis, type TestRedis } from '../../testkit/redis.ts'

/** Secrets of the cluster, which must not appear in logs and responses. */
export const secrets = {
  signing: 'a secret of the test, the same in every process',
  mail: 'the-password-of-the-mail-server',
  redis: 'the-password-of-the-redis-server',
}

/** The caller of requests that a test sends to subgraphs as a gateway does. */
export const identity = {
  partnerId: demoId('partner', 'demo'),
  environment: 'sandbox',
  scopes: [],
  locale: 'en',
  requestId: 'test',
} as const

const partNames = [
  'catalog',
  'pricing',
  'booking 1',
  'booking 2',
  'gateway 1',
  'gateway 2',
  'facade 1',
  'facade 2',
] as const
type PartName = (typeof partNames)[number]

/** The parts of each process. In CI those that no test kills or stops share one, because a start takes seconds. */
const processParts: readonly (readonly [PartName, ...PartName[]])[] = isLong
  ? partNames.map((name) => [name] as const)
  : [
      ['catalog', 'pricing', 'booking 1', 'gateway 1', 'facade 1', 'facade 2'],
      ['booking 2', 'gateway 2'],
    ]

/**
 * Two of each part that partners or events pass through, on one database and one Redis. A member starts, ends and logs
 * together with those that share its process.
 */
export interface Cluster {
  readonly catalog: Member
  readonly pricing: Member
  readonly facades: readonly [Member, Member]
  readonly gateways: readonly [Member, Member]
  readonly bookings: readonly [Member, Member]
  readonly processes: readonly Omit<Member, 'url'>[]
  /** Between the first booking process and PostgreSQL. */
  readonly database: { shut(): void; open(): void }
  /** Lets connections of the first gateway to its booking process be refused from now on, as those to a stopped one. */
  refuseBooking(): Promise<void>
  /** Undefined on a machine without redis-server; then its address is unreachable. */
  readonly redis: TestRedis | undefined
  readonly databaseUrl: string
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  close(): Promise<void>
}

/** The processes through which a request to the first facade passes, by the names in their logs. */
export const firstOfEach = ({ catalog, pricing, bookings, gateways, facades }: Cluster) => ({
  catalog,
  pricing,
  booking: bookings[0],
  gateway: gateways[0],
  'rest-facade': facades[0],
})

interface ClusterOptions {
  readonly environment?: Record<string, string>
  /** Of the parts of `firstOfEach`; the others log errors. */
  readonly logLevel?: string
}

/** The first facade leads to the first gateway and that to the first booking process, the second to the second. */
export async function startCluster({ environment = {}, logLevel = 'error' }: ClusterOptions = {}): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-replicas-'))
  await chmod(folder, 0o755)
  await copyDemoServer(folder)
  const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off', max_connections: '300' } })
  const redis = hasRedis ? await startRedis(secrets.redis) : undefined
  const mailServer = await startMailServer(secrets.mail)
  const facadePort = await freePort()
  const proxy = await TcpProxy.before(Number(new URL(postgres.url).port))
  const common = {
    DATABASE_URL: postgres.url,
    // A hundred requests at once may wait long for a connection on a busy machine.
    DATABASE_CONNECTION_SECONDS: '60',
    DEMO_DATA: 'true',
    DATA_DIR: folder,
    REDIS_URL: redis?.url ?? `redis://:${secrets.redis}@127.0.0.1:9`,
    SIGNING_SECRET: secrets.signing,
    SMTP_URL: mailServer.url,
    SANDBOX_MAIL: 'deliver',
    PUBLIC_URL: `http://127.0.0.1:${facadePort}`,
    ...environment,
  }
  const part = (name: PartName, entry: string, own: Record<string, string> = {}, port?: number) =>
    createPart(entry, { ...common, LOG_LEVEL: name.endsWith(' 2') ? 'error' : logLevel, ...own }, port)
  const graphqlOf = ({ url }: PartOfMember): string => `${url}/graphql`
  const catalog = await part('catalog', 'subgraphs/catalog/main.js')
  const pricing = await part('pricing', 'subgraphs/pricing/main.js')
  const others = { CATALOG_URL: graphqlOf(catalog), PRICING_URL: graphqlOf(pricing) }
  const booking = (name: PartName, own: Record<string, string> = {}) =>
    part(name, 'subgraphs/booking/main.js', { ...others, ...own })
  const booking1 = await booking('booking 1', { DATABASE_URL: proxy.address(postgres.url) })
  const booking2 = await booking('booking 2')
  const bookingProxy = await TcpProxy.before(Number(new URL(booking1.url).port))
  let refusing: Promise<void> | undefined
  const refuseBooking = (): Promise<void> => (refusing ??= bookingProxy.close())
  const gateway = (name: PartName, bookingUrl: string) =>
    part(name, 'gateway/main.js', { ...others, BOOKING_URL: bookingUrl })
  const gateway1 = await gateway('gateway 1', bookingProxy.address(graphqlOf(booking1)))
  const gateway2 = await gateway('gateway 2', graphqlOf(booking2))
  const allParts: Record<PartName, PartOfMember> = {
    catalog,
    pricing,
    'booking 1': booking1,
    'booking 2': booking2,
    'gateway 1': gateway1,
    'gateway 2': gateway2,
    'facade 1': await part('facade 1', 'rest-facade/main.js', { GATEWAY_URL: gateway1.url }, facadePort),
    'facade 2': await part('facade 2', 'rest-facade/main.js', { GATEWAY_URL: gateway2.url }),
  }
  const members = new Map<PartName, Member>()
  const processes = processParts.map(([first, ...more]) => {
    const names = [first, ...more]
    const running = createGroup(names.join(', '), [allParts[first], ...more.map((name) => allParts[name])])
    for (const name of names) members.set(name, { ...running, name, url: allParts[name].url })
    return running
  })
  const member = (name: PartName): Member => members.get(name) as Member
  const facades = [member('facade 1'), member('facade 2')] as const
  // Idle connections must not count as sessions that processes left behind.
  const pool = openPool('booking', postgres.url, { max: 2, idleTimeoutMillis: 1_000 })
  const close = async (): Promise<void> => {
    await Promise.all(processes.map((one) => one.kill()))
    await pool.end()
    await Promise.all([proxy.close(), refuseBooking()])
    await mailServer.close()
    await redis?.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // In sequence, because starting takes most of a machine.
    for (const one of processes) await one.start()
    for (const { url } of facades) await eventually(async () => (await partner(url, null).get('/readyz')).status, 200)
  } catch (error) {
    await close()
    throw error
  }
  return {
    catalog: member('catalog'),
    pricing: member('pricing'),
    facades,
    gateways: [member('gateway 1'), member('gateway 2')],
    bookings: [member('booking 1'), member('booking 2')],
    processes,
    refuseBooking,
    database: { shut: () => proxy.shut(), open: () => proxy.leadTo(Number(new URL(postgres.url).port)) },
    redis,
    databaseUrl: postgres.url,
    query: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<R>(text, values)).rows,
    close,
  }
}
