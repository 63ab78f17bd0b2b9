import type { Pool, Statements } from '../../../platform/postgres/database.ts'

/** A tax, in percentage points. */
export interface Tax {
  readonly name: string
  readonly percent: number
}

/** Taxes and fees. */
export interface Charges {
  /** Percentage points on subtotal less discounts, of all taxes together. */
  readonly taxPercent: number
  /** Each of them, by name. */
  readonly taxes: readonly Tax[]
  /** Cents of MXN for each reservation, of all fees together. */
  readonly feesCents: number
}

/** Each tax and fee. */
export interface ListedCharges {
  readonly taxes: Tax[]
  readonly fees: { readonly name: string; readonly amountCents: number }[]
}

/** All charges in one statement, so that a price never has the taxes of one list and the fees of another. */
export async function sumCharges(pool: Pool): Promise<Charges> {
  const { rows } = await pool.query<Charges>(
    `SELECT (SELECT COALESCE(sum(percent), 0) FROM tax_rate) AS "taxPercent",
       (SELECT COALESCE(json_agg(json_build_object('name', name, 'percent', percent) ORDER BY name COLLATE "C"), '[]') FROM tax_rate) AS taxes,
       (SELECT COALESCE(sum(amount_cents), 0) FROM fee) AS "feesCents"`,
  )
  const [charges] = rows
  if (!charges) throw new Error('The sums of charges have no row')
  return charges
}

export async function findCharges(database: Pool | Statements): Promise<ListedCharges> {
  const { rows } = await database.query<ListedCharges>(
    `SELECT (SELECT COALESCE(json_agg(json_build_object('name', name, 'percent', percent)), '[]') FROM tax_rate) AS taxes,
       (SELECT COALESCE(json_agg(json_build_object('name', name, 'amountCents', amount_cents)), '[]') FROM fee) AS fees`,
  )
  return rows[0] ?? { taxes: [], fees: [] }
}

export async function replaceCharges(client: Statements, { taxes, fees }: ListedCharges): Promise<void> {
  await client.query('DELETE FROM tax_rate')
  await client.query(
    'INSERT INTO tax_rate (name, percent) SELECT name, percent FROM jsonb_to_recordset($1) AS given (name text, percent integer)',
    [JSON.stringify(taxes)],
  )
  await client.query('DELETE FROM fee')
  await client.query(
    `INSERT INTO fee (name, amount_cents)
     SELECT name, "amountCents" FROM jsonb_to_recordset($1) AS given (name text, "amountCents" integer)`,
    [JSON.stringify(fees)],
  )
}
