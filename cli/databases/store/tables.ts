import type { Statements } from '../../../platform/postgres/database.ts'
import { environments } from '../../../platform/trust/identity.ts'

/** A table of one environment, its names quoted for statements. */
export interface Table {
  /** `live.reservation`. */
  readonly name: string
  /** Columns that are stored; those that the database computes are not among them. */
  readonly columns: readonly string[]
  /** Tables that it refers to, itself not among them. */
  readonly refersTo: readonly string[]
}

/** Not copied: what an installation notes of its own processes, and changes that only those wait for. */
const uncopied = ['_prisma_migrations', 'fact_change', 'product_change', 'job_run']

/** The tables of both environments, by name; a table with partitions is one, for each server has partitions of its own. */
export async function readTables(client: Statements): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
            array(SELECT quote_ident(a.attname) FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                  ORDER BY a.attname) AS columns,
            array(SELECT format('%I.%I', rn.nspname, r.relname)
                  FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
                  WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid AND k.conparentid = 0) AS "refersTo"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = ANY ($1) AND c.relname <> ALL ($2)
     ORDER BY name`,
    [environments, uncopied],
  )
  return rows
}

/** The same tables, each after those that it refers to. */
export function inOrderOfReferences(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  const names = new Set<string>()
  while (ordered.length < tables.length) {
    const next = tables.filter(({ name, refersTo }) => !names.has(name) && refersTo.every((other) => names.has(other)))
    if (next.length === 0) throw new Error('Tables refer to one another in a circle')
    for (const table of next) {
      ordered.push(table)
      names.add(table.name)
    }
  }
  return ordered
}

export async function countRows(client: Statements, table: Table): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table.name}`)
  return Number(rows[0]?.count)
}

/** The migrations that an environment has, each with the checksum of its text. */
export async function readMigrationsApplied(client: Statements): Promise<string[]> {
  const { rows } = await client.query<{ migration: string }>(
    environments
      .map(
        (environment) => `SELECT '${environment} ' || migration_name || ' ' || checksum AS migration
         FROM ${environment}._prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
      )
      .join(' UNION ALL '),
  )
  return rows.map(({ migration }) => migration).sort()
}

/** The value that a sequence continues from. */
export interface SequencePosition {
  readonly name: string
  readonly lastValue: string
  readonly isCalled: boolean
}

export async function readSequences(client: Statements): Promise<SequencePosition[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'S' AND n.nspname = ANY ($1) ORDER BY name`,
    [environments],
  )
  if (rows.length === 0) return []
  const positions = await client.query<SequencePosition>(
    rows
      .map(
        ({ name }) => `SELECT '${name}' AS name, last_value::text AS "lastValue", is_called AS "isCalled" FROM ${name}`,
      )
      .join(' UNION ALL '),
  )
  return positions.rows
}
