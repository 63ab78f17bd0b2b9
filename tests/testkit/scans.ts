import type { Pool } from '../../platform/postgres/database.ts'
import { statementsDuring, type Statement } from './statements.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Loops': number
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** A scan of a table that a statement really ran. */
export interface Scan {
  readonly table: string
  readonly type: string
  /** Rows that were looked at. */
  readonly rows: number
}

/** The scans of the tables whose names match that a statement really ran. */
export async function scansOf(pool: Pool, tables: RegExp, { text, values }: Statement): Promise<Scan[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    )
    const nodes: PlanNode[] = []
    const pending = rows.map((row) => row['QUERY PLAN'][0].Plan)
    for (let node = pending.pop(); node; node = pending.pop()) {
      nodes.push(node)
      pending.push(...(node.Plans ?? []))
    }
    return nodes.flatMap((node) => {
      const { 'Relation Name': table = '', 'Actual Loops': loops } = node
      if (!tables.test(table) || loops === 0) return []
      const rows = loops * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
      return [{ table, type: node['Node Type'], rows }]
    })
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** The scans of the statements about these tables that are sent during some work, of which there is one at least. */
export async function scansDuring(pool: Pool, tables: RegExp, work: () => Promise<unknown>): Promise<Scan[]> {
  const statements = (await statementsDuring(work)).filter(({ text }) => tables.test(text))
  if (statements.length === 0) throw new Error('No statement was sent')
  const scans: Scan[] = []
  for (const statement of statements) scans.push(...(await scansOf(pool, tables, statement)))
  return scans
}

export const rowsOf = (scans: readonly Scan[]): number => scans.reduce((sum, { rows }) => sum + rows, 0)

/** Of an empty table there is nothing that an index could save. */
export const sequential = (scans: readonly Scan[]): Scan[] =>
  scans.filter(({ type, rows }) => type === 'Seq Scan' && rows > 0)
