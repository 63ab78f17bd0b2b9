import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { startEmbeddedPostgres } from '../../../platform/postgres/embedded-postgres.ts'
import { openPool } from '../../testkit/database.ts'
import { copyDemoServer } from '../../testkit/demo-server.ts'
import { createMember, type Member } from '../../testkit/member.ts'
import { startRedis, type TestRedis } from '../../testkit/redis.ts'

/** Two of each process that partners or events pass through, on one database and one Redis. */
export interface Cluster {
  readonly facades: readonly [Member, Member]
  readonly gateways: readonly [Member, Member]
  readonly bookings: readonly [Member, Member]
  readonly redis: TestRedis
  readonly databaseUrl: string
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  close(): Promise<void>
}

/** The first facade leads to the first gateway and that to the first booking process, the second to the second. */
export async function startCluster(environment: Record<string, string> = {}): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cenotes-replicas-'))
  await chmod(folder, 0o755)
  await copyDemoServer(folder)
  const postgres = await startEmbeddedPostgres({ folder, settings: { fsync: 'off', max_connections: '300' } })
  const redis = await startRedis()
  const members: Member[] = []
  const common = {
    DATABASE_URL: postgres.url,
    DEMO_DATA: 'true',
    DATA_DIR: folder,
    REDIS_URL: redis.url,
    SIGNING_SECRET: 'a secret of the test, the same in every process',
    ...environment,
  }
  const member = async (name: string, entry: string, own: Record<string, string> = {}): Promise<Member> => {
    const one = await createMember(name, entry, { ...common, ...own })
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
  const publicUrl = { PUBLIC_URL: 'http://partners.example' }
  const bookings = await two((index) =>
    member(`booking ${index + 1}`, 'subgraphs/booking/main.js', { ...others, ...publicUrl }),
  )
  const gateways = await two((index) =>
    member(`gateway ${index + 1}`, 'gateway/main.js', { ...others, BOOKING_URL: graphqlOf(bookings[index]) }),
  )
  const facades = await two((index) =>
    member(`facade ${index + 1}`, 'rest-facade/main.js', { ...publicUrl, GATEWAY_URL: gateways[index].url }),
  )
  const pool = openPool('booking', postgres.url, { max: 2 })
  const close = async (): Promise<void> => {
    await Promise.all(members.map((one) => one.kill()))
    await pool.end()
    await redis.stop()
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
