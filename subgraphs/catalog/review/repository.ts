import type { Database } from '../database.ts'
import type { ReviewRow } from './review.ts'

/** The latest reviews of several cenotes, up to a number for each. */
export async function findLatestReviews(
  { pool }: Database,
  cenoteIds: readonly string[],
  first: number,
): Promise<ReviewRow[]> {
  const { rows } = await pool.query<ReviewRow>({
    name: 'latest-reviews',
    text: `SELECT r.* FROM unnest($1::uuid[]) AS c (id) CROSS JOIN LATERAL (
        SELECT id, cenote_id AS "cenoteId", rating, title, content, author, location, date, verified, helpful, photos
        FROM review WHERE cenote_id = c.id ORDER BY date DESC, id LIMIT $2) r`,
    values: [cenoteIds, first],
  })
  return rows
}
