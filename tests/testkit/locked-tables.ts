import { onConnection, overlapping } from './database.ts'
import { eventually } from './eventually.ts'

/**
 * Begins concurrent work on the keys of a partner while the partner is locked, and unlocks it once the given number of
 * sessions wait.
 */
export const overlappingAtPartner = <T>(
  accessDatabase: string,
  partnerId: string,
  waiting: number,
  begin: () => Promise<T>,
): Promise<T> => {
  const lock = { text: 'SELECT FROM sandbox.partner WHERE id = $1 FOR UPDATE', values: [partnerId] }
  return overlapping(accessDatabase, lock, waiting, begin)
}

/** The same for work that adds partners. */
export const overlappingAtNewPartners = <T>(
  accessDatabase: string,
  waiting: number,
  begin: () => Promise<T>,
): Promise<T> => {
  const lock = { text: 'LOCK TABLE sandbox.partner IN ROW EXCLUSIVE MODE', values: [] }
  return overlapping(accessDatabase, lock, waiting, begin)
}

interface WorkOnCalendar<T> {
  /** Starts what needs the calendar, and so waits for it. */
  readonly begin: () => Promise<T>
  /** Changes the product to `version` while that waits. */
  readonly change: () => Promise<unknown>
  readonly version: number
}

/**
 * Begins some work while the calendar of a cenote or tour is locked, changes the product once the work waits for the
 * lock, and unlocks the calendar at the new version.
 */
export const changeWhileWaiting = <T>(
  bookingDatabase: string,
  productId: string,
  { begin, change, version }: WorkOnCalendar<T>,
): Promise<T> =>
  onConnection(bookingDatabase, async (client) => {
    await client.query('BEGIN; SET LOCAL search_path TO sandbox, public')
    await client.query('SELECT pg_advisory_xact_lock(calendar_lock($1))', [productId])
    const work = begin()
    const waiting = `SELECT count(*)::integer AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    await eventually(async () => (await client.query<{ waiting: number }>(waiting)).rows[0]?.waiting, 1)
    await change()
    await client.query(
      `INSERT INTO product_fence (product_id, version) VALUES ($1, $2)
       ON CONFLICT (product_id) DO UPDATE SET version = $2`,
      [productId, version],
    )
    await client.query('COMMIT')
    return work
  })

/** Does some work while a reservation is locked, so that jobs and requests that would change it wait until the end. */
export const whileReservationLocked = <T>(
  bookingDatabase: string,
  id: string,
  work: () => Promise<T>,
  { serverUrl }: { serverUrl?: string } = {},
): Promise<T> =>
  onConnection(
    bookingDatabase,
    async (client) => {
      await client.query('BEGIN')
      const { rowCount } = await client.query('SELECT FROM sandbox.reservation WHERE id = $1 FOR NO KEY UPDATE', [id])
      if (rowCount !== 1) throw new Error(`There is no reservation ${id}`)
      return work()
    },
    serverUrl,
  )
