import type { Pool } from '../../../platform/postgres/database.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'

/** How much of a currency one MXN buys, in millionths. */
export interface Rate {
  readonly currency: string
  readonly micros: number
  readonly updatedAt: Date
}

export async function findRates(prisma: PrismaClient): Promise<Rate[]> {
  return (await prisma.exchangeRate.findMany({ orderBy: { currency: 'asc' } })).map((rate) => ({
    ...rate,
    micros: Number(rate.micros),
  }))
}

/** Percentage points taken on subtotal less discounts. */
export async function findTaxPercent(prisma: PrismaClient): Promise<number> {
  return (await prisma.taxRate.aggregate({ _sum: { percent: true } }))._sum.percent ?? 0
}

/** Sets rates, all or none; those of other currencies stay. Every process is notified by the table's trigger. */
export async function saveRates(
  pool: Pool,
  rates: readonly { readonly currency: string; readonly micros: number }[],
  updatedAt: Date,
): Promise<void> {
  await pool.query(
    `INSERT INTO exchange_rate (currency, micros, updated_at)
       SELECT currency, micros, $3 FROM unnest($1::text[], $2::bigint[]) AS given (currency, micros)
     ON CONFLICT (currency) DO UPDATE SET micros = excluded.micros, updated_at = excluded.updated_at`,
    [rates.map(({ currency }) => currency), rates.map(({ micros }) => micros), updatedAt],
  )
}
