import { sql } from './database.ts'
import type { SharedProduct } from './product.ts'

/** Whether a process writes demo reservations, and so holds their lock. */
export async function demoIsBeingWritten(bookingDatabase: string): Promise<boolean> {
  const [row] = await sql<{ count: number }>(
    bookingDatabase,
    `SELECT count(*)::integer FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND (classid::bigint << 32 | objid::bigint) = 7203661005
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return (row?.count ?? 0) > 0
}

/** Counts the reviews of the sandbox that guests of its reservations wrote. */
export async function countGuestReviews(catalogDatabase: string): Promise<number> {
  const [row] = await sql<{ count: number }>(
    catalogDatabase,
    'SELECT count(*)::integer FROM sandbox.review WHERE reservation_id IS NOT NULL',
  )
  return row?.count ?? 0
}

/** Leaves the review of one demo reservation unwritten, as a start does that was killed before it wrote all reviews. */
export async function unwriteReview(product: SharedProduct): Promise<void> {
  const [removed] = await sql<{ id: string }>(
    product.database('catalog'),
    `DELETE FROM sandbox.review WHERE reservation_id =
       (SELECT reservation_id FROM sandbox.review WHERE reservation_id IS NOT NULL LIMIT 1) RETURNING reservation_id AS id`,
  )
  if (!removed) throw new Error('There is no review of a reservation')
  await sql(
    product.database('booking'),
    `INSERT INTO sandbox.reservation_due (reservation_id, kind, partner_id, due_at)
     SELECT id, 'demo_review', partner_id, now() FROM sandbox.reservation WHERE id = '${removed.id}'`,
  )
}
