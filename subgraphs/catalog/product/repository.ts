import { isUuid } from '../../../platform/values/uuid.ts'
import type { Database } from '../database.ts'
import type { ProductType } from './store/forms.ts'

/** A cenote or tour, active or not. */
export interface ProductRow {
  readonly id: string
  readonly productType: ProductType
  readonly timezone: string
}

const pageSize = 5_000

/** Those of the given products that there are, or without ids all of them, by id, a page at a time. */
export async function findProducts(
  { pool }: Database,
  ids: readonly string[] | null,
  after: string | null,
): Promise<ProductRow[]> {
  const selectionOf = (table: ProductType): string =>
    `SELECT id, '${table}' AS "productType", timezone FROM ${table}
     WHERE ($1::uuid[] IS NULL OR id = ANY($1)) AND ($2::uuid IS NULL OR id > $2)`
  const { rows } = await pool.query<ProductRow>(
    `${selectionOf('cenote')} UNION ALL ${selectionOf('tour')} ORDER BY id LIMIT ${pageSize}`,
    [ids?.filter(isUuid) ?? null, after],
  )
  return rows
}

/** The versions of products, in the order of their ids; null for an id that does not exist. Every reservation reads it. */
export async function findVersions(
  { pool }: Database,
  type: ProductType,
  ids: readonly string[],
): Promise<(number | null)[]> {
  const { rows } = await pool.query<{ id: string; version: number }>(
    `SELECT id, version FROM ${type} WHERE id = ANY($1::uuid[])`,
    [ids.filter(isUuid)],
  )
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return ids.map((id) => versions.get(id.toLowerCase()) ?? null)
}
