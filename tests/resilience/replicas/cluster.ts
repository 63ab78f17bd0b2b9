import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { startEmbeddedPostgres } from '../../../platform/postgres/embedded-postgres.ts'
import { freePort } from '../../../platform/process/free-port.ts'
import { demoId } from '../../../platform/values/demo-id.ts'
import { openPool } from '../../testkit/database.ts'
import { copyDemoServer } from '../../testkit/demo-server.ts'
import { startMailServer } from '../../testkit/mail-server.ts'
import { createMember, type Member } from '../../testkit/member.ts'
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

/** Two of each process that partners or events pass through, on one database and one Redis. */
export interface Cluster {
  readonly catalog: Member
  readonly pricing: Member
  readonly facades: readonly [Member, Member]
  readonly gateways: readonly [Member, Member]
  readonly bookings: readonly [Member, Member]
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
  /** Of the processes of `firstOfEach`; the others log errors. */
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
  const members: Member[] = []
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
  const member = async (
    name: string,
    entry: string,
    own: Record<string, string> = {},
    port?: number,
  ): Promise<Member> => {
    const log: Record<string, string> = name.endsWith(' 2') ? {} : { LOG_LEVEL: logLevel }
    const one = await createMember(name, entry, { ...common, ...log, ...own }, port)
    members.push(one)
    return one
  }
  const two = async (each: (index: 0 | 1) => Promise<Member>): Promise<[Member, Member]> => [
    await each(0),
    await each(1),
  ]
  const graphqlOf = ({ url }: Member): string => `${url}/graphql`

  const catalog = await member('catalog', 'subgraphs/catalog/main.js')
  const pricing = await member('pricing', 'subgraphs/pricing/main.js')
  const others = { CATALOG_URL: graphqlOf(catalog), PRICING_URL: graphqlOf(pricing) }
  const bookings = await two((index) => member(`booking ${index + 1}`, 'subgraphs/booking/main.js', others))
  const gateways = await two((index) =>
    member(`gateway ${index + 1}`, 'gateway/main.js', { ...others, BOOKING_URL: graphqlOf(bookings[index]) }),
  )
  const facades = await two((index) => {
    const own = { GATEWAY_URL: gateways[index].url }
    return member(`facade ${index + 1}`, 'rest-facade/main.js', own, index === 0 ? facadePort : undefined)
  })
  // Idle connections must not count as sessions that processes left behind.
  const pool = openPool('booking', postgres.url, { max: 2, idleTimeoutMillis: 1_000 })
  const close = async (): Promise<void> => {
    await Promise.all(members.map((one) => one.kill()))
    await pool.end()
    await mailServer.close()
    await redis?.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // In sequence, because starting takes most of a machine.
    for (const started of [[catalog, pricing], bookings, gateways, facades])
      await Promise.all(started.map((one) => one.start()))
  } catch (error) {
    await close()
    throw error
  }
  return {
    catalog,
    pricing,
    facades,
    gateways,
    bookings,
    redis,
    databaseUrl: postgres.url,
    query: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<R>(text, values)).rows,
    close,
  }
}
