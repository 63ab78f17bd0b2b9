import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import { environments } from '../trust/identity.ts'
import { OperatorError } from '../process/operator-error.ts'
import { readMigrations, type Migration } from './schema-sources.ts'
import { splitStatements } from './split-statements.ts'

export interface MigrationOptions {
  /** Name of the database. */
  readonly name: string
  /** The owner's Prisma folder, which has the sources of its schema. */
  readonly prisma: URL
  /** Schema of the extensions. */
  readonly extensionSchema: string
  /** Called once, before the first migration that is missing is applied. */
  readonly onMigrate?: ((database: string) => void) | undefined
}

/** Applies what is missing to the schema of each environment, which is made when it does not exist. */
export async function applyMigrations(client: ClientBase, options: MigrationOptions): Promise<void> {
  const migrations = await readMigrations(options.prisma)
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
    await requireSameOrigin(client, migrations, applied, options.name)
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      if (!isMigrating) options.onMigrate?.(options.name)
      isMigrating = true
      await apply(client, migration, options)
    }
  }
}

/** Refuses a database with a migration that this version does not have, or has with another text. */
async function requireSameOrigin(
  client: ClientBase,
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
  name: string,
): Promise<void> {
  const checksums = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
  const foreign = [...applied].find(([migration, checksum]) => checksums.get(migration) !== checksum)
  if (!foreign) return
  const [migration, checksum] = foreign
  const own = checksums.get(migration) ?? migrations[0]?.checksum ?? ''
  // Only a superuser, as for the embedded server, is shown the setting.
  const { rows } = await client.query<{ folder: string }>(
    "SELECT setting AS folder FROM pg_settings WHERE name = 'data_directory'",
  )
  const place = rows[0] ? ` in ${rows[0].folder}` : ''
  throw new OperatorError(
    `The database "${name}"${place} was made by another version (its schema is ${short(checksum)}, this version's is ${short(own)}): ` +
      'delete the data folder, or on a server of your own drop the databases, and import the catalog that ' +
      'the version which made it exports (npm run catalog -- export); reservations and keys are not carried over',
  )
}

/** Enough of a hash to tell it from any other. */
const short = (checksum: string): string => checksum.slice(0, 12)

/** Even `IF NOT EXISTS` needs the right to create, which a role does not need once the schema exists. */
async function createSchema(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regnamespace($1) IS NOT NULL AS exists', [name])
  if (rows[0]?.exists !== true) await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`)
}

/** Applies a migration in one transaction. */
async function apply(client: ClientBase, { name, sql, checksum }: Migration, options: MigrationOptions): Promise<void> {
  await client.query('BEGIN')
  try {
    for (const statement of await statementsFor(client, sql)) await client.query(statement)
    await client.query(
      'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)',
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    const reason = (error as Error).message
    throw new OperatorError(`Migration ${name} of ${options.name} failed: ${reason}`, { cause: error })
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
