import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { sql } from '../../testkit/database.ts'
import { isLong } from '../../testkit/long-form.ts'
import { createMember, unkilled, type Member } from '../../testkit/member.ts'
import { ownDatabases, startOwnPostgres } from '../../testkit/own-postgres.ts'
import { startTestProduct } from '../../testkit/product.ts'
import { hasRedis, startRedis, type TestRedis } from '../../testkit/redis.ts'
import { startReplica, type Replica } from '../../testkit/replica.ts'

export type Owner = 'catalog' | 'booking' | 'pricing'

/**
 * Two products with a cache and one without, on one PostgreSQL with a streaming replica, and one Redis. In CI only the
 * first one is killed: the others run in the process of the tests.
 */
export interface Installation {
  /** The second one reads from the streaming replica. */
  readonly cached: readonly [Member, Member]
  readonly uncached: Member
  readonly serverUrl: string
  readonly replica: Replica
  /** Undefined on a machine without redis-server. */
  readonly redis: TestRedis | undefined
  query<R extends pg.QueryResultRow>(owner: Owner, text: string, values?: unknown[]): Promise<R[]>
  close(): Promise<void>
}

export async function startInstallation(): Promise<Installation> {
  const ends: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (let end = ends.pop(); end; end = ends.pop()) await end()
  }
  try {
    return { ...(await start((end) => ends.push(end))), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function start(atEnd: (end: () => Promise<unknown>) => void): Promise<Omit<Installation, 'close'>> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'cenotes-cached-'))
  atEnd(() => rm(dataFolder, { recursive: true, force: true }))
  const postgres = await startOwnPostgres({ settings: { synchronous_commit: 'on' }, demoData: true })
  atEnd(() => postgres.stop())
  const replica = await startReplica(postgres)
  atEnd(() => replica.stop())
  const redis = hasRedis ? await startRedis() : undefined
  atEnd(async () => redis?.stop())
  const settings = {
    DATABASE_URL: postgres.url,
    DEMO_DATA: 'true',
    // All products name pictures by the same address.
    PUBLIC_URL: 'http://127.0.0.1:4000',
    SIGNING_SECRET: 'a secret of the test, the same in every process',
    ...(redis ? { REDIS_URL: redis.url } : {}),
  }
  const startProcess = async (name: string, own: Record<string, string> = {}): Promise<Member> => {
    const member = await createMember(name, 'main.js', { ...settings, DATA_DIR: dataFolder, ...own })
    atEnd(() => member.kill())
    await member.start()
    return member
  }
  const startUnkilled = async (name: string, own: Record<string, string>): Promise<Member> => {
    if (isLong) return startProcess(name, own)
    const product = await startTestProduct({ ...settings, ...own }, ownDatabases)
    atEnd(() => product.close())
    return unkilled(name, product)
  }
  const uncached = await startUnkilled('uncached', { CACHE_MB: '0' })
  const cached = [
    await startProcess('first'),
    await startUnkilled('second', { DATABASE_REPLICA_URL: replica.url }),
  ] as const
  return {
    cached,
    uncached,
    serverUrl: postgres.url,
    replica,
    redis,
    query: (owner, text, values) => sql(owner, text, values, postgres.url),
  }
}
