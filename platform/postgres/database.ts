import pg from 'pg'
import { commandTimeouts, type DatabaseTimeouts } from './database-settings.ts'
import { DatabaseSockets } from './database-sockets.ts'
import { DatabaseWatch } from './database-watch.ts'
import { isDependencyDown } from '../process/failures.ts'
import type { Environment } from '../trust/identity.ts'
import { environments } from '../trust/identity.ts'
import type { Logger } from '../process/logger.ts'
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

export interface DatabaseOptions extends PreparedDatabase {
  /** Maximum connections for each environment. */
  readonly poolSize?: number
  /** Those of a command of the operator when absent. */
  readonly timeouts?: DatabaseTimeouts | undefined
  readonly logger?: Logger | undefined
}

/** An owner's database: a pool of connections for each environment, and the watch over all of it. */
export interface OpenDatabase {
  readonly pools: PerEnvironment<Pool>
  readonly watch: DatabaseWatch
  close(): Promise<void>
}

/** Creates and migrates a database when needed and opens it. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const extensionSchema = await prepareDatabase(options, (name) =>
    connected({ connectionString: name === undefined ? options.serverUrl : databaseUrl({ ...options, name }) }),
  )
  const sockets = new DatabaseSockets()
  const open = (environment: Environment): Pool =>
    openPool(options, searchPath(environment, extensionSchema), environment, sockets)
  const pools = { live: open('live'), sandbox: open('sandbox') }
  const watch = await DatabaseWatch.start({
    connection: { connectionString: databaseUrl(options), application_name: `${options.name}-watch` },
    timeouts: options.timeouts ?? commandTimeouts,
    onAway: (reason) => sockets.refuse(reason),
    onAnswer: () => sockets.accept(),
    logger: options.logger?.child({ database: options.name }),
  })
  return {
    pools,
    watch,
    async close() {
      await watch.close()
      await Promise.all(environments.map((environment) => pools[environment].end()))
    },
  }
}

function openPool(options: DatabaseOptions, path: string, environment: Environment, sockets: DatabaseSockets): Pool {
  const { connection, statement, idleTransaction } = options.timeouts ?? commandTimeouts
  const pool = new pg.Pool({
    connectionString: databaseUrl(options),
    max: options.poolSize ?? 10,
    options: path,
    types: rowTypes,
    application_name: `${options.name}-${environment}`,
    connectionTimeoutMillis: connection,
    stream: sockets.create,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMilliseconds,
    // The server cancels slow statements; our own limit is for connections that were lost silently.
    ...(statement > 0 ? { statement_timeout: statement, query_timeout: statement + 1_000 } : {}),
    ...(idleTransaction > 0 ? { idle_in_transaction_session_timeout: idleTransaction } : {}),
  })
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

/** A connection whose loss fails the statements that use it, and not the whole process. */
async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: commandTimeouts.connection, keepAlive: true, ...config })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Runs work in one transaction; a throw rolls all of it back. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // A database that does not answer would not answer this either; without the connection it rolls back on its own.
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

/** The same on its own connection without timeouts, for start-up work that takes as long as there is data. */
export async function inLongTransaction<T>(pool: Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const { connectionString, options, types, application_name } = pool.options
  const client = await connected({ connectionString, options, types, application_name })
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } finally {
    // Ending the connection rolls back what was not committed.
    await client.end()
  }
}

/** A read-only connection whose statements all see the same snapshot. */
export type Reader = Pick<pg.ClientBase, 'query'>

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
