import pg from 'pg'
import { commandTimeouts, maxPoolSize, type DatabaseConnections } from './database-settings.ts'
import { DatabaseSockets } from './database-sockets.ts'
import { DatabaseWatch } from './database-watch.ts'
import { retryConflicts } from './conflicts.ts'
import { declareBound } from '../process/bounds.ts'
import { gauge } from '../process/metrics.ts'
import { isDependencyDown } from '../process/failures.ts'
import type { Environment } from '../trust/identity.ts'
import { environments } from '../trust/identity.ts'
import type { Logger } from '../process/logger.ts'
import { isTracing } from '../process/tracing.ts'
import { meterStatements } from './metered-statements.ts'
import { traceStatements } from './traced-statements.ts'
import { requireSchema, throughPooler } from './pooler.ts'
import { ReplicaGate, requireReplica, routeReads } from './replica.ts'
import { prepareDatabase, type PreparedDatabase } from './prepare-database.ts'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient
/** One value for each environment; no environment can reach the other's. */
export type PerEnvironment<T> = Readonly<Record<Environment, T>>

const { builtins } = pg.types
const textTypes = new Set<number>([builtins.DATE, builtins.TIME])
const numberTypes = new Set<number>([builtins.INT8])
const keepAliveMilliseconds = 10_000

/** Dates stay text (a local date has no instant) and 64-bit counts become numbers. */
const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown => {
    if (textTypes.has(oid)) return (text: string) => text
    if (numberTypes.has(oid)) return Number
    return pg.types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

export interface DatabaseOptions extends PreparedDatabase, DatabaseConnections {
  readonly logger?: Logger | undefined
}

/** An owner's database: a pool of connections for each environment, and the watch over all of it. */
export interface OpenDatabase {
  readonly pools: PerEnvironment<Pool>
  /** For reads of requests: of a replica where there is one, and otherwise the same. */
  readonly readPools: PerEnvironment<Pool>
  readonly watch: DatabaseWatch
  close(): Promise<void>
}

const poolConnections = gauge(
  'database_pool_connections',
  'Connections of the pools: busy, idle, and requests that wait for one.',
  ['database', 'environment', 'state'],
)

/** Creates and migrates a database when needed and opens it. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const extensionSchema = await prepareDatabase(options, (name) =>
    connected({ connectionString: name === undefined ? options.serverUrl : databaseUrl({ ...options, name }) }),
  )
  const { poolerUrl, replicaUrl } = options
  if (replicaUrl !== undefined) await checkReplica(options, replicaUrl)
  const sockets = new DatabaseSockets()
  const openAll = (target: Pick<PoolTarget, 'serverUrl' | 'isPooler' | 'sockets'>): PerEnvironment<Pool> => {
    const open = (environment: Environment): Pool =>
      openPool(options, { ...target, environment, path: searchPath(environment, extensionSchema) })
    return { live: open('live'), sandbox: open('sandbox') }
  }
  const pools = openAll({
    serverUrl: poolerUrl ?? options.serverUrl,
    isPooler: poolerUrl !== undefined,
    sockets,
  })
  if (poolerUrl !== undefined)
    for (const environment of environments)
      await requireSchema(pools[environment], pooledName(options.name, environment), environment)
  for (const environment of environments) retryStatements(pools[environment])
  const replica = replicaUrl === undefined ? undefined : openReplica(options, pools, replicaUrl, openAll)
  const counting = poolConnections.observe((gauge) => {
    for (const [environment, pool] of Object.entries(pools)) {
      const labels = { database: options.name, environment }
      gauge.set({ ...labels, state: 'busy' }, pool.totalCount - pool.idleCount)
      gauge.set({ ...labels, state: 'idle' }, pool.idleCount)
      gauge.set({ ...labels, state: 'waiting' }, pool.waitingCount)
    }
  })
  const watch = await DatabaseWatch.start({
    name: options.name,
    connection: { connectionString: databaseUrl(options), application_name: `${options.name}-watch` },
    timeouts: options.timeouts ?? commandTimeouts,
    onAway: (reason) => sockets.refuse(reason),
    onResponse: () => sockets.accept(),
    logger: options.logger?.child({ database: options.name }),
  })
  return {
    pools,
    readPools: replica ?? pools,
    watch,
    async close() {
      counting.stop()
      await watch.close()
      if (replica) await Promise.all(environments.map((environment) => replica[environment].end()))
      await Promise.all(environments.map((environment) => pools[environment].end()))
    },
  }
}

/**
 * How many connections the server allows this role, apart from those reserved for administrators; undefined when it
 * cannot be reached, which opening a database reports. `name` is a database that may not exist yet.
 */
export async function connectionLimit(serverUrl: string, name: string): Promise<number | undefined> {
  for (const database of [name, 'postgres']) {
    const client = await connected({ connectionString: databaseUrl({ serverUrl, name: database }) }).catch(
      () => undefined,
    )
    if (!client) continue
    try {
      const { rows } = await client.query<{ allowed: number; ofRole: number }>(
        `SELECT current_setting('max_connections')::int
                - current_setting('superuser_reserved_connections')::int
                - coalesce(current_setting('reserved_connections', true)::int, 0) AS allowed,
                (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS "ofRole"`,
      )
      const { allowed = Infinity, ofRole = -1 } = rows[0] ?? {}
      return ofRole >= 0 ? Math.min(allowed, ofRole) : allowed
    } finally {
      await client.end()
    }
  }
  return undefined
}

async function checkReplica({ serverUrl, logger }: DatabaseOptions, replicaUrl: string): Promise<void> {
  // Not the database itself, which may be new and not have reached the replica yet.
  const connect = (server: string): Promise<pg.Client> =>
    connected({ connectionString: databaseUrl({ serverUrl: server, name: 'postgres' }) })
  const replica = await connect(replicaUrl).catch((error: unknown) => {
    logger?.warn({ err: error }, 'DATABASE_REPLICA_URL does not respond: the primary serves all reads until it does')
    return undefined
  })
  if (!replica) return
  try {
    const primary = await connect(serverUrl)
    await requireReplica(primary, replica).finally(() => primary.end())
  } finally {
    await replica.end()
  }
}

/** Pools of a replica, which pass on to the primary what it may not serve. */
function openReplica(
  options: DatabaseOptions,
  primary: PerEnvironment<Pool>,
  serverUrl: string,
  openAll: (target: Pick<PoolTarget, 'serverUrl' | 'isPooler' | 'sockets'>) => PerEnvironment<Pool>,
): PerEnvironment<Pool> {
  const sockets = new DatabaseSockets()
  const replica = openAll({ serverUrl, isPooler: false, sockets })
  const gateOptions = {
    name: options.name,
    primary: primary.live,
    replica: replica.live,
    onAway: (reason: string) => sockets.refuse(reason),
    onResponse: () => sockets.accept(),
    logger: options.logger,
  }
  const gate = new ReplicaGate(gateOptions)
  for (const environment of environments) {
    routeReads(replica[environment], primary[environment], gate, options.name)
    // Long work begins at the primary, also where it was given the pool for reads.
    longConnections.set(replica[environment], longConnections.get(primary[environment]) ?? {})
  }
  return replica
}

const waiting = declareBound({
  name: 'database-connection-time',
  what: 'Time that work waits for one of the connections of a process',
  per: 'statement or transaction',
  default: '5 seconds',
  setting: 'DATABASE_CONNECTION_SECONDS',
  response: '503 `SERVICE_UNAVAILABLE`',
})

interface PoolTarget {
  readonly serverUrl: string
  /** The search path and the timeouts of a pooler's connections are its own settings. */
  readonly isPooler: boolean
  readonly environment: Environment
  /** The connection option that sets the search path. */
  readonly path: string
  readonly sockets: DatabaseSockets
}

/** The name by which a pooler knows one environment of a database. */
const pooledName = (name: string, environment: Environment): string => `${name}_${environment}`

/** How long work connects that may not use a pool's own connections. */
const longConnections = new WeakMap<Pool, pg.ClientConfig>()

function openPool(options: DatabaseOptions, target: PoolTarget): Pool {
  const { connection, statement, idleTransaction } = options.timeouts ?? commandTimeouts
  const { serverUrl, isPooler, environment, path, sockets } = target
  const common = { types: rowTypes, application_name: `${options.name}-${environment}` }
  const pool = new pg.Pool({
    ...common,
    connectionString: databaseUrl({
      serverUrl,
      name: isPooler ? pooledName(options.name, environment) : options.name,
    }),
    max: options.poolSize ?? maxPoolSize,
    connectionTimeoutMillis: connection,
    stream: sockets.create,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMilliseconds,
    // The server cancels slow statements; our own limit is for connections that were lost silently.
    ...(statement > 0 ? { query_timeout: statement + 1_000 } : {}),
    ...(isPooler
      ? {}
      : {
          options: path,
          ...(statement > 0 ? { statement_timeout: statement } : {}),
          ...(idleTransaction > 0 ? { idle_in_transaction_session_timeout: idleTransaction } : {}),
        }),
  })
  countLongWaits(pool, environment)
  longConnections.set(pool, { ...common, connectionString: databaseUrl(options), options: path })
  if (isPooler) throughPooler(pool)
  if (isTracing()) traceStatements(pool, options.name)
  meterStatements(pool)
  // An idle connection that breaks is replaced at the next query, which reports its own failure.
  pool.on('error', () => undefined)
  // One that breaks while it is taken, in the middle of a transaction, fails that transaction, not the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // A connection on which a statement is still running, such as one whose caller gave up, must not return to the pool.
  pool.on('release', (error, client) => {
    if (!error && client.getTransactionStatus() !== 'I') void client.end()
  })
  return pool
}

/** Counts what waited too long for a connection; every query of a pool connects. */
function countLongWaits(pool: Pool, environment: Environment): void {
  const connect = pool.connect.bind(pool)
  const count = (error: unknown): void => {
    if (error instanceof Error && error.message === 'timeout exceeded when trying to connect')
      waiting.reached({ environment })
  }
  pool.connect = ((done?: (error: Error | undefined, ...rest: unknown[]) => void) => {
    if (!done)
      return connect().catch((error: unknown) => {
        count(error)
        throw error
      })
    return connect(((error: Error | undefined, ...rest: unknown[]) => {
      count(error)
      done(error, ...rest)
    }) as Parameters<Pool['connect']>[0])
  }) as Pool['connect']
}

/** A statement outside a transaction is one of its own. */
function retryStatements(pool: Pool): void {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  pool.query = ((...given: unknown[]) =>
    typeof given.at(-1) === 'function' ? query(...given) : retryConflicts(() => query(...given))) as Pool['query']
}

/** A connection whose loss fails the statements that use it, and not the whole process. */
async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: commandTimeouts.connection, keepAlive: true, ...config })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * Runs work in one transaction; a throw rolls all of it back. The work runs again when PostgreSQL rolled it back for
 * another transaction, so what it does elsewhere must be repeatable.
 */
export const inTransaction = <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  retryConflicts(() => inOneTransaction(pool, work))

async function inOneTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // A database that does not respond would not respond to this either; without the connection it rolls back on its own.
    if (isDependencyDown(error)) broken = error as Error
    else
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError
      })
    throw error
  } finally {
    client.release(broken)
  }
}

/** In one transaction on its own connection without timeouts, for work that takes as long as there is data. */
export async function inLongTransaction<T>(pool: Pool, work: (client: Statements) => Promise<T>): Promise<T> {
  const { client, commit, rollback } = await beginTransaction(pool)
  try {
    const result = await work(client)
    await commit()
    return result
  } finally {
    await rollback()
  }
}

/** A connection that runs statements, whatever transaction it is in. */
export type Statements = Pick<pg.ClientBase, 'query'>

/** A transaction that its caller ends; `rollback` after `commit` does nothing but end the connection. */
export interface Transaction {
  readonly client: Statements
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Begins a transaction on its own connection without timeouts. */
export async function beginTransaction(pool: Pool): Promise<Transaction> {
  const client = await connected(longConnections.get(pool) ?? pool.options)
  await client.query('BEGIN')
  return {
    client,
    async commit() {
      await client.query('COMMIT')
    },
    // Ending the connection rolls back what was not committed.
    rollback: () => client.end(),
  }
}

/** A connection of its own, without timeouts, to a database that is neither created nor migrated. */
export interface Session {
  readonly client: Statements
  /** Rolls back what was not committed. */
  end(): Promise<void>
}

export async function openSession(
  options: Pick<DatabaseOptions, 'serverUrl' | 'name'>,
  applicationName: string,
): Promise<Session> {
  const client = await connected({ connectionString: databaseUrl(options), application_name: applicationName })
  return { client, end: () => client.end() }
}

/** A read-only connection whose statements all see the same snapshot. */
export type Reader = Statements

/** Databases that are only read: nothing is created, migrated or changed. */
export interface SnapshotOptions extends Pick<DatabaseOptions, 'serverUrl' | 'name'> {
  readonly environment: Environment
}

/** Opens a snapshot of one environment of a database, for reads of any length. */
export async function inSnapshot<T>(options: SnapshotOptions, work: (reader: Reader) => Promise<T>): Promise<T> {
  const client = await connected({
    connectionString: databaseUrl(options),
    options: searchPath(options.environment, 'public'),
    types: rowTypes,
    application_name: `${options.name}-${options.environment}-snapshot`,
  })
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The connection option by which statements find the tables of one environment, and extensions. */
const searchPath = (environment: Environment, extensionSchema: string): string =>
  `-c search_path=${environment},${pg.escapeIdentifier(extensionSchema).replaceAll(/[\\\s]/g, '\\$&')}`

function databaseUrl({ serverUrl, name }: Pick<DatabaseOptions, 'serverUrl' | 'name'>): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.toString()
}
