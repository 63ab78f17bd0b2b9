import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { eventually } from './eventually.ts'

/** Address of the PostgreSQL server of this test run. */
export function testServerUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('Tests need the server that tests/testkit/global-setup.js starts')
  return url
}

/** Addresses of the workers, where the tests run against a Citus cluster (ops/citus/README.md). */
export const workerUrls = (): string[] => (process.env['TEST_WORKER_URLS'] ?? '').split(',').filter(Boolean)

/** The servers of the test run: one, or each node of a cluster. */
export const serverUrls = (): string[] => [testServerUrl(), ...workerUrls()]

/** A database name that no other test uses. */
export const uniqueName = (prefix: string): string => `${prefix}_${randomUUID().slice(0, 8)}`

async function connected(database: string, serverUrl: string): Promise<pg.Client> {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  return client
}

/**
 * Connections to one database of the test server, or another one. `end` returns before the connections are closed, so
 * that a server which stops right after it can still break one: that must not fail a test, and a query reports its own
 * failure.
 */
export function openPool(database: string, serverUrl = testServerUrl(), options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: new URL(`/${database}`, serverUrl).toString(), ...options })
  pool.on('error', () => undefined)
  return pool
}

/** Does some work on one connection, which is closed after it. */
export async function onConnection<T>(
  database: string,
  work: (client: pg.Client) => Promise<T>,
  serverUrl = testServerUrl(),
): Promise<T> {
  const client = await connected(database, serverUrl)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Connections of `sql` to the test server, by database. */
const pools = new Map<string, pg.Pool>()

/** Ends connections soon: PostgreSQL waits five seconds for others to leave a database that is copied or dropped. */
function reusedPool(database: string): pg.Pool {
  const pool =
    pools.get(database) ??
    openPool(database, testServerUrl(), { max: 100, idleTimeoutMillis: 1_000, allowExitOnIdle: true })
  pools.set(database, pool)
  return pool
}

/**
 * Runs SQL on one database of the test server, or another one, outside the code under test. A connection takes 7 ms of
 * processor time, so those to the test server are used again; other servers stop and start.
 */
export const sql = async <R extends pg.QueryResultRow>(
  database: string,
  text: string,
  values: unknown[] = [],
  serverUrl = testServerUrl(),
): Promise<R[]> => {
  const { rows } =
    serverUrl === testServerUrl()
      ? await reusedPool(database).query<R>(text, values)
      : await onConnection(database, (client) => client.query<R>(text, values), serverUrl)
  return rows
}

/**
 * Waits until all transactions have ended that run now in any database of the test server. Events that were committed
 * beside one of them have their place in the log only then, and a product waits a second for that when it is asked for
 * the end of its log: longer ones, of other tests, would leave those events behind the end.
 */
export async function runningTransactionsEnd(): Promise<void> {
  const [{ next } = {}] = await sql<{ next: string }>(
    'postgres',
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next',
  )
  const haveEnded = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS all'
  await eventually(() => sql('postgres', haveEnded, [next]), [{ all: true }])
}

/** Does some work that other processes of the test run do not do at the same time. */
export const withLock = (name: string, work: () => Promise<void>): Promise<void> =>
  onConnection('postgres', async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    await work()
  })

/**
 * Begins some work while a statement holds its locks, and releases them once the given number of sessions of the
 * database wait for a lock: so concurrent work is certain to overlap.
 */
export async function overlapping<T>(
  database: string,
  lock: { readonly text: string; readonly values: unknown[] },
  waiting: number,
  begin: () => Promise<T>,
): Promise<T> {
  const client = await connected(database, testServerUrl())
  try {
    await client.query('BEGIN')
    await client.query(lock.text, lock.values)
    const work = begin()
    // Queried outside the transaction, which would see the same again and again.
    const blocked = async (): Promise<number> => {
      const [row] = await sql<{ count: number }>(
        database,
        `SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return row?.count ?? 0
    }
    await eventually(blocked, (count) => count >= waiting, { milliseconds: 60_000 })
    await client.query('COMMIT')
    return await work
  } finally {
    await client.end()
  }
}
