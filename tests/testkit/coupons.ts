import { randomUUID } from 'node:crypto'
import type { Environment } from '../../platform/trust/identity.ts'
import { sql } from './database.ts'

interface CouponOptions {
  /** A new one when omitted. */
  readonly code?: string
  readonly percent?: number
  readonly usageLimit?: number | null
  readonly minPurchaseCents?: number | null
  /** Whether it is combined with other discounts. */
  readonly stackable?: boolean
  readonly priority?: number
}

/** Adds a coupon to the sandbox, of 10 percent when nothing else is given; returns its code. */
export async function insertCoupon(
  pricingDatabase: string,
  {
    code = `T${randomUUID().slice(0, 8)}`.toUpperCase(),
    percent = 10,
    usageLimit = null,
    minPurchaseCents = null,
    stackable = true,
    priority = 1,
  }: CouponOptions = {},
): Promise<string> {
  await sql(
    pricingDatabase,
    `INSERT INTO sandbox.coupon
       (id, code, name, description, discount_type, value, usage_limit, min_purchase_cents, stackable, priority, is_active)
     VALUES (gen_random_uuid(), $1, $2, $2, 'percentage', $3, $4, $5, $6, $7, true)`,
    [code, { en: code, es: code }, percent, usageLimit, minPurchaseCents, stackable, priority],
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

/** New facts of a coupon; those that are omitted stay. */
export interface CouponChange {
  readonly isActive?: boolean
  readonly validUntil?: Date
  readonly minPurchaseCents?: number
  /** The only product that it is for. */
  readonly productId?: string
}

/** Changes a coupon of the sandbox. */
export const changeCoupon = (
  pricingDatabase: string,
  code: string,
  { isActive, validUntil, minPurchaseCents, productId }: CouponChange,
): Promise<unknown> =>
  sql(
    pricingDatabase,
    `UPDATE sandbox.coupon SET is_active = coalesce($2, is_active), valid_until = coalesce($3, valid_until),
       min_purchase_cents = coalesce($4, min_purchase_cents), product_id = coalesce($5, product_id) WHERE code = $1`,
    [code, isActive, validUntil, minPurchaseCents, productId],
  )

/** Limits a coupon of the sandbox to so many uses beyond those that it has; null removes the limit. */
export const limitCouponUses = (pricingDatabase: string, code: string, left: number | null): Promise<unknown> =>
  sql(pricingDatabase, 'UPDATE sandbox.coupon SET usage_limit = usage_count + $2::integer WHERE code = $1', [
    code,
    left,
  ])

/** Reads the states of the claims to uses of coupons in the sandbox: those of a reservation or a coupon, or all. */
export async function claimStates(
  bookingDatabase: string,
  { reservationId = null, code = null }: { reservationId?: string | null; code?: string | null } = {},
): Promise<string[]> {
  const rows = await sql<{ state: string }>(
    bookingDatabase,
    `SELECT state FROM sandbox.coupon_claim
     WHERE ($1::uuid IS NULL OR reservation_id = $1) AND ($2::text IS NULL OR code = $2)`,
    [reservationId, code],
  )
  return rows.map(({ state }) => state)
}

/** Sets how often a coupon was used, as if all these uses were counted long ago. */
export async function setCouponUses(
  pricingDatabase: string,
  environment: Environment,
  code: string,
  uses: number,
): Promise<void> {
  const changed = await sql(
    pricingDatabase,
    `UPDATE ${environment}.coupon SET usage_count = $2, usage_before = $2 WHERE code = $1 RETURNING id`,
    [code, uses],
  )
  if (changed.length !== 1) throw new Error(`There is no coupon ${code}`)
}
