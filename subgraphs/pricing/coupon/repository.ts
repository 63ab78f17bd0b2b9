import type { Pool } from '../../../platform/postgres/database.ts'
import { versionedTable } from '../../../platform/postgres/versioned-table.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Coupon } from './coupon.ts'

/** Coupons as operators change them; uses are counted apart. */
export const couponTable = versionedTable<Coupon>({
  name: 'coupon',
  columns: {
    code: 'code',
    name: 'name',
    description: 'description',
    discountType: 'discount_type',
    value: 'value',
    serviceId: 'service_id',
    itemId: 'item_id',
    minPurchaseCents: 'min_purchase_cents',
    maxDiscountCents: 'max_discount_cents',
    usageLimit: 'usage_limit',
    usageCount: 'usage_count',
    validFrom: 'valid_from',
    validUntil: 'valid_until',
    stackable: 'stackable',
    priority: 'priority',
    isActive: 'is_active',
  },
  order: ['code'],
})

/** Coupons by code as stored; there may be very many, so they are looked up by the index and never all read. */
export async function findCoupons(pool: Pool, codes: readonly string[]): Promise<Coupon[]> {
  const { rows } = await pool.query<Coupon>({
    name: 'coupons-by-code',
    text: `SELECT id, version, code, name, description, discount_type AS "discountType", value, service_id AS "serviceId",
        item_id AS "itemId", min_purchase_cents AS "minPurchaseCents", max_discount_cents AS "maxDiscountCents",
        usage_limit AS "usageLimit", usage_count AS "usageCount", valid_from AS "validFrom",
        valid_until AS "validUntil", stackable, priority, is_active AS "isActive"
      FROM coupon WHERE code = ANY ($1)`,
    values: [codes],
  })
  return rows
}

/** A reservation's use of a coupon; without a code when it was released before it was redeemed. */
export interface StoredRedemption {
  readonly reservationId: string
  readonly code: string | null
  readonly redeemedAt: Date | null
  readonly releasedAt: Date | null
}

export async function findRedemption(prisma: PrismaClient, reservationId: string): Promise<StoredRedemption | null> {
  const found = await prisma.couponRedemption.findUnique({
    where: { reservationId },
    include: { coupon: { select: { code: true } } },
  })
  return found && { ...found, code: found.coupon?.code ?? null }
}

/** Counts a use in one statement; see the SQL function `redeem_coupon`. */
export async function countUse(
  pool: Pool,
  reservationId: string,
  couponId: string,
  now: Date,
): Promise<'redeemed' | 'known' | 'used_up'> {
  const { rows } = await pool.query<{ outcome: 'redeemed' | 'known' | 'used_up' }>(
    'SELECT redeem_coupon($1, $2, $3) AS outcome',
    [reservationId, couponId, now],
  )
  const [row] = rows
  if (!row) throw new Error('Counting a use of a coupon returned no row')
  return row.outcome
}

/** Releases a use, in one statement: the second release finds it released and subtracts nothing. */
export async function releaseUse(pool: Pool, reservationId: string, now: Date): Promise<void> {
  await pool.query(
    `WITH released AS (
       INSERT INTO coupon_redemption AS r (reservation_id, released_at) VALUES ($1, $2)
       ON CONFLICT (reservation_id) DO UPDATE SET released_at = excluded.released_at WHERE r.released_at IS NULL
       RETURNING coupon_id
     )
     UPDATE coupon SET usage_count = usage_count - 1 FROM released WHERE coupon.id = released.coupon_id`,
    [reservationId, now],
  )
}
