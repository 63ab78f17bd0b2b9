import type { Check } from '../../../platform/postgres/consistency-check.ts'
import type { Reader } from '../../../platform/postgres/database.ts'

export const checks: readonly Check[] = [
  {
    subject: 'coupons',
    table: 'coupon',
    wrong: `SELECT format('coupon %s counts %s uses, of which %s are recorded and %s have no redemption', code, usage_count, recorded, usage_before)
      FROM coupon c CROSS JOIN LATERAL (SELECT count(*) AS recorded FROM coupon_redemption WHERE coupon_id = c.id AND released_at IS NULL) r
      WHERE usage_count <> usage_before + recorded ORDER BY code`,
  },
]

/** A coupon's use as pricing counts it; without a code when it was released before it was counted. */
export interface Use {
  readonly reservationId: string
  readonly code: string | null
  readonly counted: boolean
}

const uses = `SELECT reservation_id AS "reservationId", code, released_at IS NULL AS counted
  FROM coupon_redemption LEFT JOIN coupon ON coupon.id = coupon_id`

/** Some uses that are counted, in the order of their reservations, after one of them. */
export async function countedAfter(reader: Reader, reservationId: string | undefined, limit: number): Promise<Use[]> {
  const { rows } = await reader.query<Use>(
    `${uses} WHERE released_at IS NULL AND ($1::uuid IS NULL OR reservation_id > $1) ORDER BY reservation_id LIMIT $2`,
    [reservationId ?? null, limit],
  )
  return rows
}

export async function usesOf(reader: Reader, reservationIds: readonly string[]): Promise<Use[]> {
  const { rows } = await reader.query<Use>(`${uses} WHERE reservation_id = ANY ($1)`, [reservationIds])
  return rows
}
