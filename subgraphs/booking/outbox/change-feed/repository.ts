import type { Pool, Statements } from '../../../../platform/postgres/database.ts'
import type { ProductChange, ProductChanges } from '../../../shared/store/product-changes.ts'
import type { ProductEvent } from './product-event.ts'

/** How far the notes of changes were turned into events: of places, and of products in each database. */
export interface FeedPositions {
  readonly places: string
  /** Null where to begin is not known yet. */
  readonly booking: string | null
  readonly catalog: string | null
  readonly pricing: string | null
}

export interface Feed extends FeedPositions {
  /** Since events were published, or null when that is in the future by the clock of this server. */
  readonly publishedMillisecondsAgo: number | null
  /** Since the positions were written. */
  readonly readMillisecondsAgo: number
  /** False when another server numbered the transactions that positions name. */
  readonly isOfThisServer: boolean
}

/** Locks the feed until the transaction ends, unless another process has; null then. */
export async function lockFeed(client: Statements): Promise<Feed | null> {
  const { rows: locks } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('change feed in ' || current_schema, 0)) AS locked`,
  )
  if (!locks[0]?.locked) return null
  // A statement of its own: what was committed before the lock was taken is seen. It takes no transaction id, which
  // has to be later than those of the changes that are read next.
  const { rows } = await client.query<Feed>(
    `SELECT places_position AS places, booking_position AS booking, catalog_position AS catalog,
       pricing_position AS pricing,
       CASE WHEN published_at = '-infinity' THEN 1e9
         WHEN published_at <= clock_timestamp() THEN extract(epoch FROM clock_timestamp() - published_at) * 1000
       END::float8 AS "publishedMillisecondsAgo",
       (extract(epoch FROM clock_timestamp() - read_at) * 1000)::float8 AS "readMillisecondsAgo",
       f.system_identifier = s.system_identifier
         AND pg_snapshot_xmax(places_position::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AS "isOfThisServer"
     FROM change_feed f, pg_control_system() s`,
  )
  if (!rows[0]) throw new Error('The change feed has no positions')
  return rows[0]
}

/**
 * The changes of places since a position, merged for each cenote and tour, in bounded memory. The tag of a closure or a
 * special event has no date: the days of these are in product_change.
 */
export async function readPlaceChanges(client: Statements, since: string): Promise<ProductChanges> {
  const { rows } = await client.query<{ position: string; changes: ProductChange[] | null }>({
    name: 'place-changes',
    text: `WITH latest AS MATERIALIZED (
        SELECT nullif(split_part(tag, ':', 2), '') AS product, nullif(split_part(tag, ':', 3), '') AS date, at
        FROM fact_change
        WHERE transaction >= pg_snapshot_xmin($1::pg_snapshot) AND transaction < pg_snapshot_xmax(pg_current_snapshot())
          AND NOT pg_visible_in_snapshot(transaction, $1::pg_snapshot)
          AND (tag LIKE 'availability:%:%' OR tag = '*')
      ), merged AS (
        SELECT 'availability' AS kind, NULL AS "productType", product AS "productId", NULL AS action, '{}'::text[] AS changed,
          min(date) AS "dateFrom", max(date) AS "dateTo", floor(extract(epoch FROM min(at)) * 1000) AS at
        FROM latest GROUP BY product
      )
      SELECT pg_current_snapshot()::text AS position, (SELECT json_agg(merged) FROM merged) AS changes`,
    values: [since],
  })
  const { position = '', changes = null } = rows[0] ?? {}
  return { position, changes: changes ?? [] }
}

/** Writes where to continue, without events. */
export const savePositions = async (client: Statements, positions: FeedPositions): Promise<void> =>
  void (await client.query(
    `UPDATE change_feed SET places_position = $1, booking_position = $2, catalog_position = $3, pricing_position = $4,
       system_identifier = (SELECT system_identifier FROM pg_control_system()), read_at = clock_timestamp()`,
    [positions.places, positions.booking, positions.catalog, positions.pricing],
  ))

/** Writes events, with the instant of their publication, and that they were published; the instant. */
export async function insertEvents(client: Statements, events: readonly ProductEvent[]): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>(
    `WITH published AS (
       UPDATE change_feed SET published_at = clock_timestamp() RETURNING published_at AS at
     ), inserted AS (
       INSERT INTO product_event (id, type, product_type, product_id, date_from, date_to, changed, occurred_at)
       SELECT gen_random_uuid(), type, "productType", "productId", "dateFrom", "dateTo", changed, at
       FROM published, ROWS FROM (jsonb_to_recordset($1) AS
         (type text, "productType" text, "productId" uuid, "dateFrom" text, "dateTo" text, changed text[])) WITH ORDINALITY
       ORDER BY ordinality
     )
     SELECT at FROM published`,
    [JSON.stringify(events)],
  )
  if (!rows[0]) throw new Error('The change feed has no positions')
  return rows[0].at
}

/** The position after which changes of places have not become events yet. */
export async function readPlacesPosition(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ position: string }>('SELECT places_position AS position FROM change_feed')
  return rows[0]?.position ?? null
}
