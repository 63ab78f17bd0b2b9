import type { Pool } from '../../../platform/postgres/database.ts'
import { versionedTable } from '../../../platform/postgres/versioned-table.ts'
import type { Database } from '../database.ts'
import type { Promotion } from './promotion.ts'

export const findPromotions = ({ prisma }: Database, ids: readonly string[]): Promise<Promotion[]> =>
  prisma.promotion.findMany({ where: { id: { in: [...ids] } } })

/** A product whose prices a promotion changed when it started or ended; null for every product. */
interface StartOrEnd {
  readonly productId: string | null
  /** In milliseconds since 1970. */
  readonly at: number
}

/** The products of active promotions that started or ended after an instant and until another, each once. */
export async function findStartsAndEnds(pool: Pool, after: Date, until: Date): Promise<StartOrEnd[]> {
  const { rows } = await pool.query<StartOrEnd>({
    name: 'starts-and-ends',
    text: `SELECT rule.product_id AS "productId", floor(extract(epoch FROM min(edge.at)) * 1000)::float8 AS at
      FROM promotion CROSS JOIN LATERAL (VALUES (starts_at), (ends_at)) AS edge (at)
      LEFT JOIN discount_rule AS rule ON rule.promotion_id = promotion.id
      WHERE promotion.status = 'active' AND edge.at > $1 AND edge.at <= $2 GROUP BY rule.product_id`,
    values: [after, until],
  })
  return rows
}

/** Promotions as operators change them. */
export const promotionTable = versionedTable<Promotion>({
  name: 'promotion',
  columns: {
    name: true,
    slug: true,
    status: true,
    promotionType: true,
    startsAt: true,
    endsAt: true,
  },
  order: ['slug'],
})
