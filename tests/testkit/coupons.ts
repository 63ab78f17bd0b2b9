import { randomUUID } from 'node:crypto'
import { sql } from './database.ts'

/** A coupon of 10 percent in the sandbox; returns its code. */
export async function insertCoupon(
  pricingDatabase: string,
  { usageLimit = null, minPurchaseCents = null }: { usageLimit?: number | null; minPurchaseCents?: number | null },
): Promise<string> {
  const code = `T${randomUUID().slice(0, 8)}`.toUpperCase()
  await sql(
    pricingDatabase,
    `INSERT INTO sandbox.coupon
       (id, code, name, discount_type, value, usage_limit, min_purchase_cents, stackable, priority, is_active)
     VALUES (gen_random_uuid(), $1, '{"en": "", "es": ""}', 'percentage', 10, $2, $3, true, 1, true)`,
    [code, usageLimit, minPurchaseCents],
  )
  return code
}

/** How often a coupon of the sandbox is used. */
export async function couponUses(pricingDatabase: string, code: string): Promise<number> {
  const [row] = await sql<{ uses: number }>(
    pricingDatabase,
    'SELECT usage_count AS uses FROM sandbox.coupon WHERE code = $1',
    [code],
  )
  if (!row) throw new Error(`There is no coupon ${code}`)
  return row.uses
}
