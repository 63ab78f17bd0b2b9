import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { environments } from '../trust/identity.ts'
import { OperatorError } from '../process/operator-error.ts'
import { splitStatements } from './split-statements.ts'

export interface MigrationOptions {
  /** Name of the database. */
  readonly name: string
  /** Folder of migrations in Prisma's layout: YYYYMMDDhhmmss_meaning/migration.sql. */
  readonly migrations: URL
  /** Schema of the extensions, which migrations name `public`. */
  readonly extensionSchema: string
  /** Called once, before the first migration that is missing is applied. */
  readonly onMigrate?: ((database: string) => void) | undefined
}

/** Applies what is missing to the schema of each environment, which is made when it does not exist. */
export async function applyMigrations(client: ClientBase, options: MigrationOptions): Promise<void> {
  const migrations = await readMigrations(options.migrations)
  let isMigrating = false
  for (const environment of environments) {
    await createSchema(client, environment)
    await client.query(`SET search_path = ${environment}, ${quoted(options.extensionSchema)}`)
    await client.query(`CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
      logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`)
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL',
    )
    const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]))
    for (const migration of migrations) {
      const known = applied.get(migration.name)
      if (known === undefined) {
        if (!isMigrating) options.onMigrate?.(options.name)
        isMigrating = true
        await apply(client, migration, options)
      } else if (known !== migration.checksum)
        throw new OperatorError(`Migration ${migration.name} of ${options.name} changed after it was applied`)
    }
  }
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Even `IF NOT EXISTS` needs the right to create, which a role does not need once the schema exists. */
async function createSchema(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regnamespace($1) IS NOT NULL AS exists', [name])
  if (rows[0]?.exists !== true) await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`)
}

/**
 * How long a migration waits for a lock, in milliseconds. Running processes wait behind it, and one that holds a lock
 * which the migration needs, and needs one that it holds, waits for as long: less than `deadlock_timeout`, a second,
 * after which PostgreSQL would end the transaction of either.
 */
const lockWaitMilliseconds = 200
/** Lets those continue that waited behind a migration. */
const pauseMilliseconds = 100
const maxWaitMilliseconds = 60_000
const lockCodes = { notAvailable: '55P03', deadlock: '40P01' }

/** Applies a migration in one transaction, again from its beginning while running processes hold locks that it needs. */
async function apply(client: ClientBase, migration: Migration, options: MigrationOptions): Promise<void> {
  const endsAt = performance.now() + maxWaitMilliseconds
  for (;;) {
    try {
      return await applyOnce(client, migration, options)
    } catch (error) {
      const isLocked = Object.values(lockCodes).includes(String((error as { code?: unknown }).code))
      if (!isLocked || performance.now() > endsAt) {
        const reason = isLocked
          ? `other sessions have used its tables for ${maxWaitMilliseconds / 1_000} seconds; pg_stat_activity shows the long transactions`
          : (error as Error).message
        throw new OperatorError(`Migration ${migration.name} of ${options.name} failed: ${reason}`, { cause: error })
      }
    }
    await delay(pauseMilliseconds)
  }
}

async function applyOnce(
  client: ClientBase,
  { name, sql, checksum }: Migration,
  { extensionSchema }: MigrationOptions,
): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockWaitMilliseconds}`)
    const script =
      extensionSchema === 'public' ? sql : sql.replaceAll(/\bpublic\./g, () => `${quoted(extensionSchema)}.`)
    for (const statement of await statementsFor(client, script)) await client.query(statement)
    await client.query(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)',
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/**
 * The whole script at once; on a cluster one statement after the other, because it sends to its workers the text that a
 * statement came with, and changes tables and functions in one transaction only when it works on one shard at a time.
 */
async function statementsFor(client: ClientBase, script: string): Promise<string[]> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")
  if (rowCount === 0) return [script]
  await client.query("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")
  return splitStatements(script)
}

/** Quotes an identifier for a statement. */
export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`
