import type { Pool, Statements } from '../../../platform/postgres/database.ts'

export type PriceListId = 'charges' | 'exchange_rates' | 'transport_group_discounts'

/** The version of a list; with `lock` no one else changes it until the caller's transaction ends. */
export async function readListVersion(
  database: Pool | Statements,
  id: PriceListId,
  { lock = false } = {},
): Promise<number> {
  const { rows } = await database.query<{ version: number }>(
    `SELECT version FROM price_list WHERE id = $1${lock ? ' FOR UPDATE' : ''}`,
    [id],
  )
  const [list] = rows
  if (!list) throw new Error(`There is no price list ${id}`)
  return list.version
}

export async function growListVersion(client: Statements, id: PriceListId): Promise<void> {
  await client.query('UPDATE price_list SET version = version + 1 WHERE id = $1', [id])
}
