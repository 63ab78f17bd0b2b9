import type { Pool, Statements } from '../../../platform/postgres/database.ts'

/** How much of a currency one MXN buys, in millionths. */
export interface Rate {
  readonly currency: string
  readonly micros: number
  readonly updatedAt: Date
}

/** All rates, by currency. */
export async function findRates(database: Pool | Statements): Promise<Rate[]> {
  const { rows } = await database.query<Rate>(
    'SELECT currency, micros, updated_at AS "updatedAt" FROM exchange_rate ORDER BY currency COLLATE "C"',
  )
  return rows
}

/** Replaces all rates. Every process is notified by the table's trigger. */
export async function replaceRates(
  client: Statements,
  rates: readonly { readonly currency: string; readonly micros: number; readonly updatedAt: string | undefined }[],
): Promise<void> {
  await client.query('DELETE FROM exchange_rate')
  await client.query(
    `INSERT INTO exchange_rate (currency, micros, updated_at)
     SELECT currency, micros, "updatedAt"
     FROM jsonb_to_recordset($1) AS given (currency text, micros bigint, "updatedAt" timestamptz)`,
    [JSON.stringify(rates)],
  )
}
