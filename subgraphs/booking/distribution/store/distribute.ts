import tables from '../../../../ops/citus/tables.json' with { type: 'json' }
import type { Statements } from '../../../../platform/postgres/database.ts'
import type { Environment } from '../../../../platform/trust/identity.ts'

/** A function looked up by name alone, because no two of these share one. */
const namedFunction = '$1::text::regproc::oid::regprocedure'

export interface DistributeOptions {
  readonly environment: Environment
  readonly shards: number
  /** Called before each step. */
  readonly onStep: (step: string) => void
}

interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Distributes the tables of one environment by partner, with their rows, in one transaction. Returns false if all were distributed already. */
export async function distributeTables(client: Statements, options: DistributeOptions): Promise<boolean> {
  const { environment, shards, onStep } = options
  await client.query(`SET search_path = ${environment}, public`)
  const present = await clusterTables(client)
  const missing = tables.distributed.filter((table) => !present.has(table))
  const local = tables.localInTwoPhases.filter((table) => !present.has(table))
  if (missing.length === 0 && local.length === 0) return false
  await client.query('BEGIN')
  try {
    // Foreign keys cannot be checked on several connections of one transaction.
    await client.query("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")
    const references = await referencesOf(client, missing)
    for (const { table, name } of references) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    for (const table of missing) {
      onStep(`distributing ${table}`)
      await distributeTable(client, table, missing.length === tables.distributed.length ? shards : undefined)
    }
    for (const { table, name, definition } of references)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    onStep('distributing functions')
    for (const name of tables.nodeFunctions)
      await client.query(`SELECT create_distributed_function(${namedFunction})`, [name])
    for (const name of tables.partnerFunctions)
      await client.query(
        `SELECT create_distributed_function(${namedFunction}, 'p_partner', colocate_with := $2, force_delegation := true)`,
        [name, tables.distributed[0]],
      )
    // In the metadata of the cluster, transactions that write these and a worker commit in two phases. Otherwise a failure
    // between the two could keep a reservation without its event, or a reminder that is never due.
    for (const table of local) {
      onStep(`committing ${table} in two phases`)
      await client.query('SELECT citus_add_local_table_to_metadata($1)', [table])
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  return true
}

/** Tables of the schema in the search path that the cluster knows. */
export async function clusterTables(client: Statements): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_dist_partition JOIN pg_class c ON c.oid = logicalrelid
     WHERE relnamespace = current_schema::regnamespace`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Foreign keys of tables: a table refers to others only once they are distributed, too. */
async function referencesOf(client: Statements, names: readonly string[]): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND conrelid = ANY ($1::regclass[]) ORDER BY conname`,
    [names],
  )
  return rows
}

/** The first table decides on the number of shards; a partner's rows of the others lie beside it. */
async function distributeTable(client: Statements, table: string, shards: number | undefined): Promise<void> {
  const [first] = tables.distributed
  await (table === first
    ? client.query(`SELECT create_distributed_table($1, $2, shard_count := $3, colocate_with := 'none')`, [
        table,
        tables.distributionColumn,
        shards,
      ])
    : client.query('SELECT create_distributed_table($1, $2, colocate_with := $3)', [
        table,
        tables.distributionColumn,
        first,
      ]))
  // What was copied to the workers is no longer visible here, and would only take space.
  await client.query('SELECT truncate_local_data_after_distributing_table($1)', [table])
}
