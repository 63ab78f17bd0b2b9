import { isUuid } from '../../../platform/values/uuid.ts'
import type { Database } from '../database.ts'

/** A cenote or tour, active or not. */
export interface ProductRow {
  readonly id: string
  readonly productType: 'cenote' | 'tour'
  readonly timezone: string
}

const pageSize = 5_000

/** Those of the given products that there are, or without ids all of them, by id, a page at a time. */
export async function findProducts(
  { pool }: Database,
  ids: readonly string[] | null,
  after: string | null,
): Promise<ProductRow[]> {
  const selectionOf = (table: 'cenote' | 'tour'): string =>
    `SELECT id, '${table}' AS "productType", timezone FROM ${table}
     WHERE ($1::uuid[] IS NULL OR id = ANY($1)) AND ($2::uuid IS NULL OR id > $2)`
  const { rows } = await pool.query<ProductRow>(
    `${selectionOf('cenote')} UNION ALL ${selectionOf('tour')} ORDER BY id LIMIT ${pageSize}`,
    [ids?.filter(isUuid) ?? null, after],
  )
  return rows
}
