import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Environment } from './identity.ts'
import { environments } from './identity.ts'

export type Pool = pg.Pool
export type PoolClient = pg.PoolClient
/** One of a thing for each environment; nothing can reach across. */
export type PerEnvironment<T> = Readonly<Record<Environment, T>>

const { builtins } = pg.types
const textTypes = new Set<number>([builtins.DATE, builtins.TIME])
const numberTypes = new Set<number>([builtins.INT8])
/** Dates stay text (a local date has no instant) and 64-bit counts become numbers. */
const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown => {
    if (textTypes.has(oid)) return (text: string) => text
    if (numberTypes.has(oid)) return Number
    return pg.types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

export interface DatabaseOptions {
  /** Address of the PostgreSQL server; its own database is only used to create ours. */
  readonly serverUrl: string
  /** Name of the owner's database. */
  readonly name: string
  /** Folder of migrations in Prisma's layout: YYYYMMDDhhmmss_meaning/migration.sql. */
  readonly migrations: URL
  /** Most connections for each environment. */
  readonly poolSize?: number
}

/** Creates and migrates a database when needed and opens a pool of connections for each environment. */
export async function openDatabase(options: DatabaseOptions): Promise<PerEnvironment<Pool>> {
  await createDatabase(options)
  await migrate(options)
  const open = (environment: Environment): Pool => {
    const pool = new pg.Pool({
      connectionString: databaseUrl(options),
      max: options.poolSize ?? 10,
      options: `-c search_path=${environment},public`,
      types: rowTypes,
      application_name: `${options.name}-${environment}`,
    })
    // An idle connection that breaks is replaced at the next query, which reports its own failure.
    pool.on('error', () => undefined)
    // One that breaks while it is taken, in the middle of a transaction, fails that transaction, not the process.
    pool.on('connect', (client) => client.on('error', () => undefined))
    return pool
  }
  return { live: open('live'), sandbox: open('sandbox') }
}

/** A connection whose loss fails the statements that use it, and not the whole process. */
async function connected(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** A connection of its own with a pool's settings, kept alive; its owner ends it. */
export const connectApart = (pool: Pool): Promise<pg.Client> =>
  connected({ ...pool.options, keepAlive: true, query_timeout: 10_000 })

export async function closeDatabase(pools: PerEnvironment<Pool>): Promise<void> {
  await Promise.all(environments.map((environment) => pools[environment].end()))
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
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Whoever only reads: a connection whose statements all see the database as it stood at one moment. */
export type Reader = Pick<pg.ClientBase, 'query'>

/** Databases that are only read: nothing is created, migrated or changed. */
export interface SnapshotOptions extends Pick<DatabaseOptions, 'serverUrl' | 'name'> {
  readonly environment: Environment
}

/** Shows one environment of a database as it stands at one moment, however long the work looks at it. */
export async function inSnapshot<T>(options: SnapshotOptions, work: (reader: Reader) => Promise<T>): Promise<T> {
  const client = await connected({
    connectionString: databaseUrl(options),
    options: `-c search_path=${options.environment},public`,
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

function databaseUrl({ serverUrl, name }: Pick<DatabaseOptions, 'serverUrl' | 'name'>): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.toString()
}

async function createDatabase(options: DatabaseOptions): Promise<void> {
  const client = await connected({ connectionString: options.serverUrl })
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [options.name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(options.name)}`)
  } catch (error) {
    // Another process may have created it in between.
    const { code } = error as { code?: string }
    if (code !== '42P04' && code !== '23505') throw error
  } finally {
    await client.end()
  }
}

const migrationLock = 7_203_661_001

/** Applies what is missing to both environments; an advisory lock lets replicas start at once. */
async function migrate(options: DatabaseOptions): Promise<void> {
  const folders = (await readdir(options.migrations, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
  const migrations = await Promise.all(
    folders.map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, options.migrations), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
  const client = await connected({ connectionString: databaseUrl(options) })
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    for (const environment of environments) {
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${environment}`)
      await client.query(`SET search_path = ${environment}, public`)
      await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
        id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
        logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`)
      const { rows } = await client.query<{ migration_name: string; checksum: string }>(
        'SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL',
      )
      const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]))
      for (const { name, sql, checksum } of migrations) {
        const known = applied.get(name)
        if (known === checksum) continue
        if (known !== undefined) throw new Error(`Migration ${name} of ${options.name} changed after it was applied`)
        await client.query('BEGIN')
        try {
          await client.query(sql)
          await client.query(
            'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)',
            [randomUUID(), checksum, name],
          )
          await client.query('COMMIT')
        } catch (error) {
          await client.query('ROLLBACK')
          throw new Error(`Migration ${name} of ${options.name} failed`, { cause: error })
        }
      }
    }
  } finally {
    await client.end()
  }
}
