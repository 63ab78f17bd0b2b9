import type { Pool, Statements } from '../../../../platform/postgres/database.ts'
import { readStopping, stoppingValues, stopsAtAny, type Stopping } from '../../reservation/index.ts'

/**
 * Keeps new places of a cenote or tour away until the caller's transaction ends, and waits for those that are being
 * taken. See `calendar_lock` in `prisma/sql/`.
 */
export async function lockCalendar(client: Statements, productId: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(calendar_lock($1))', [productId])
}

/** Refuses places that would be taken with facts of a cenote or tour before a version. */
export async function raiseFence(client: Statements, productId: string, version: number): Promise<void> {
  await client.query(
    `INSERT INTO product_fence AS f (product_id, version) VALUES ($1, $2)
     ON CONFLICT (product_id) DO UPDATE SET version = GREATEST(f.version, excluded.version)`,
    [productId, version],
  )
}

/** A slot with booked places. */
export interface BookedSlot {
  readonly date: string
  readonly time: string
  readonly booked: number
}

/** Slots with booked places from a date on. */
export async function readBookedSlots(client: Statements, productId: string, from: string): Promise<BookedSlot[]> {
  const { rows } = await client.query<BookedSlot>(
    `SELECT visit_date AS date, visit_time AS time, booked FROM inventory_slot
     WHERE product_id = $1 AND visit_date >= $2 AND booked > 0 ORDER BY visit_date, visit_time`,
    [productId, from],
  )
  return rows
}

/** How many reservations hold places in slots, those of tours that stop there too. */
export async function countReservations(
  client: Statements,
  cenoteId: string,
  slots: readonly { readonly date: string; readonly time: string }[],
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*) FROM reservation WHERE product_id = $1 AND held_people > 0
       AND (visit_date, visit_time) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [cenoteId, slots.map(({ date }) => date), slots.map(({ time }) => time)],
  )
  const stopping = await readStopping<{ count: number }>(
    client,
    'count(*)',
    slots.map(({ date, time }) => ({ cenoteId, date, time })),
  )
  return (rows[0]?.count ?? 0) + (stopping[0]?.count ?? 0)
}

/** Reservations that hold places on days that are not over. */
export interface Standing {
  readonly reservations: number
  readonly people: number
  readonly lastVisitDate: string | null
}

const isToCome = `held_people > 0 AND visit_date >= to_char(now() - interval '2 days', 'YYYY-MM-DD') AND day_ends_at > now()`

/** The standing reservations of cenotes and tours; those of tours that stop at a cenote count there, too. */
export async function readStanding(pool: Pool, productIds: readonly string[]): Promise<Standing[]> {
  const [own, stopping] = await Promise.all([readOwn(pool, productIds), readStoppingThere(pool, productIds)])
  return productIds.map((name) => {
    const id = name.toLowerCase()
    const found = [own.get(id), stopping.get(id)].filter((standing) => standing !== undefined)
    const dates = found.map(({ lastVisitDate }) => lastVisitDate).filter((date) => date !== null)
    return {
      reservations: found.reduce((sum, { reservations }) => sum + reservations, 0),
      people: found.reduce((sum, { people }) => sum + people, 0),
      lastVisitDate: dates.sort().at(-1) ?? null,
    }
  })
}

type StandingRow = Standing & { readonly productId: string }
const byProduct = (rows: readonly StandingRow[]): Map<string, Standing> =>
  new Map(rows.map(({ productId, ...standing }) => [productId, standing]))

async function readOwn(pool: Pool, productIds: readonly string[]): Promise<Map<string, Standing>> {
  const { rows } = await pool.query<StandingRow>(
    `SELECT product_id AS "productId", count(*) AS reservations, sum(held_people)::integer AS people,
       max(visit_date) AS "lastVisitDate"
     FROM reservation WHERE product_id = ANY ($1::uuid[]) AND ${isToCome}
     GROUP BY product_id`,
    [productIds],
  )
  return byProduct(rows)
}

async function readStoppingThere(pool: Pool, productIds: readonly string[]): Promise<Map<string, Standing>> {
  const { rows: days } = await pool.query<Stopping>(
    `SELECT DISTINCT product_id AS "cenoteId", visit_date AS date FROM inventory_slot
     WHERE product_id = ANY ($1::uuid[]) AND booked > 0 AND visit_date >= to_char(now() - interval '2 days', 'YYYY-MM-DD')`,
    [productIds],
  )
  if (days.length === 0) return new Map()
  const { rows } = await pool.query<StandingRow>(
    `SELECT stop.id AS "productId", count(*) AS reservations, sum(held_people)::integer AS people,
       max(stop.date) AS "lastVisitDate"
     FROM reservation CROSS JOIN LATERAL (
       SELECT (one ->> 'cenoteId')::uuid AS id, max(one ->> 'date') AS date FROM jsonb_array_elements(stops) AS one
       WHERE one ->> 'cenoteId' = ANY ($2) GROUP BY 1) AS stop
     WHERE ${stopsAtAny(1)} AND ${isToCome}
     GROUP BY stop.id`,
    [stoppingValues(days), productIds.map((id) => id.toLowerCase())],
  )
  return byProduct(rows)
}
