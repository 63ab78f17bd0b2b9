import type { Pool, Statements } from '../../../platform/postgres/database.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { Database } from '../database.ts'

/** A stored review, in the visitor's own words. */
export interface ReviewPhoto {
  readonly url: string
  readonly caption: string | null
}

export interface ReviewRow {
  readonly id: string
  readonly cenoteId: string
  readonly rating: number
  readonly title: string
  readonly content: string
  readonly author: string
  readonly location: string | null
  /** YYYY-MM-DD. */
  readonly date: string
  readonly verified: boolean
  readonly helpful: number
  readonly photos: ReviewPhoto[]
}

const columns = 'id, cenote_id AS "cenoteId", rating, title, content, author, location, date, verified, helpful, photos'

/** The latest reviews of several cenotes that readers see, up to a number for each. */
export async function findLatestReviews(
  { pool }: Database,
  cenoteIds: readonly string[],
  first: number,
): Promise<ReviewRow[]> {
  const { rows } = await pool.query<ReviewRow>({
    name: 'latest-reviews',
    text: `SELECT r.* FROM unnest($1::uuid[]) AS c (id) CROSS JOIN LATERAL (
        SELECT ${columns}
        FROM review WHERE cenote_id = c.id AND hidden_at IS NULL ORDER BY date DESC, id LIMIT $2) r`,
    values: [cenoteIds, first],
  })
  return rows
}

/** The name of a cenote, active or not; null when there is none. */
export async function findCenoteName({ prisma }: Database, id: string): Promise<LocalizedText | null> {
  const cenote = await prisma.cenote.findUnique({ where: { id }, select: { nameEn: true, nameEs: true } })
  return cenote && { en: cenote.nameEn, es: cenote.nameEs }
}

/** A review by its id or by its visit, hidden or not. */
export async function findReview(
  { prisma }: Database,
  key: { readonly id: string } | { readonly reservationId: string },
): Promise<ReviewRow | null> {
  const review = await prisma.review.findUnique({ where: key, omit: { reservationId: true } })
  return review && { ...review, date: review.date.toISOString().slice(0, 10) }
}

export interface NewReview extends Pick<ReviewRow, 'id' | 'cenoteId' | 'rating' | 'title' | 'content' | 'author'> {
  readonly reservationId: string
}

const stars = ['ratings_one', 'ratings_two', 'ratings_three', 'ratings_four', 'ratings_five']

/** Assignments that add a number to the count of a cenote's ratings with as many stars as `changed` has. */
const countedIn = (added: string): string =>
  stars
    .map((column, index) => `${column} = greatest(${column} + (changed.rating = ${index + 1})::int * ${added}, 0)`)
    .join(', ')

/**
 * Writes the review of a visit and counts it in the cenote's rating; null when the visit has one, whichever of two
 * requests was first.
 */
export async function insertReview(pool: Pool, review: NewReview): Promise<ReviewRow | null> {
  const { id, cenoteId, reservationId, rating, title, content, author } = review
  const { rows } = await pool.query<ReviewRow>({
    name: 'insert-review',
    text: `WITH changed AS (
        INSERT INTO review (id, cenote_id, reservation_id, rating, title, content, author, date, verified)
        VALUES ($1, $2, $3, $4, $5, $6, $7, now()::date, true)
        ON CONFLICT (reservation_id) DO NOTHING RETURNING *),
      counted AS (UPDATE cenote SET ${countedIn('1')} FROM changed WHERE cenote.id = changed.cenote_id)
      SELECT ${columns} FROM changed`,
    values: [id, cenoteId, reservationId, rating, title, content, author],
  })
  return rows[0] ?? null
}

export async function lockReview(
  client: Statements,
  id: string,
): Promise<(ReviewRow & { readonly isVisible: boolean }) | null> {
  const { rows } = await client.query<ReviewRow & { isVisible: boolean }>(
    `SELECT ${columns}, hidden_at IS NULL AS "isVisible" FROM review WHERE id = $1 FOR UPDATE`,
    [id],
  )
  return rows[0] ?? null
}

/** Hides or shows a review. The rating of its cenote counts what readers see. */
export async function updateVisibility(client: Statements, id: string, isVisible: boolean): Promise<void> {
  await client.query(
    `WITH changed AS (
       UPDATE review SET hidden_at = CASE WHEN $2 THEN NULL ELSE now() END
       WHERE id = $1 AND (hidden_at IS NULL) <> $2 RETURNING cenote_id, rating)
     UPDATE cenote SET ${countedIn('$3')} FROM changed WHERE cenote.id = changed.cenote_id`,
    [id, isVisible, isVisible ? 1 : -1],
  )
}
