import type { Pool } from '../../../platform/postgres/database.ts'
import { versionedTable } from '../../../platform/postgres/versioned-table.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import type { Coupon } from './rules/coupon.ts'

/** Coupons as operators change them; uses are counted apart. */
export const couponTable = versionedTable<Coupon>({
  name: 'coupon',
  columns: {
    code: true,
    name: true,
    description: true,
    discountType: true,
    value: true,
    serviceId: true,
    productId: true,
    minPurchaseCents: true,
    maxDiscountCents: true,
    usageLimit: true,
    usageCount: true,
    validFrom: true,
    validUntil: true,
    stackable: true,
    priority: true,
    isActive: true,
  },
  order: ['code'],
})

/** Coupons by code as stored; there may be very many, so they are looked up by the index and never all read. */
export async function findCoupons(pool: Pool, codes: readonly string[]): Promise<Coupon[]> {
  const { rows } = await pool.query<Coupon>({
    name: 'coupons-by-code',
    text: `SELECT ${couponTable.selection} FROM coupon WHERE code = ANY ($1)`,
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
