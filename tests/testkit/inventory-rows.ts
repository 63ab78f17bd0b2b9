import { sql } from './database.ts'

/** The booked places of each stored slot of a cenote or tour in the sandbox. */
export async function bookedBySlot(
  bookingDatabase: string,
  productId: string,
  { serverUrl }: { serverUrl?: string } = {},
): Promise<number[]> {
  const slots = await sql<{ booked: number }>(
    bookingDatabase,
    'SELECT booked FROM sandbox.inventory_slot WHERE product_id = $1',
    [productId],
    serverUrl,
  )
  return slots.map(({ booked }) => booked)
}

/** How many reservations, slots with booked places and events of reservations the sandbox has, of all partners. */
export async function storedBookings(
  bookingDatabase: string,
  { serverUrl }: { serverUrl?: string } = {},
): Promise<{ reservations: number; bookedSlots: number; events: number }> {
  const [counts] = await sql<{ reservations: number; bookedSlots: number; events: number }>(
    bookingDatabase,
    `SELECT (SELECT count(*)::integer FROM sandbox.reservation) AS reservations,
       (SELECT count(*)::integer FROM sandbox.inventory_slot WHERE booked > 0) AS "bookedSlots",
       (SELECT count(*)::integer FROM sandbox.reservation_event) AS events`,
    [],
    serverUrl,
  )
  if (!counts) throw new Error('Nothing was counted')
  return counts
}

/** How many slots of the sandbox are closed. */
export async function countClosedSlots(
  bookingDatabase: string,
  { serverUrl }: { serverUrl?: string } = {},
): Promise<number> {
  const [row] = await sql<{ count: number }>(
    bookingDatabase,
    'SELECT count(*)::integer AS count FROM sandbox.inventory_slot WHERE closed',
    [],
    serverUrl,
  )
  return row?.count ?? 0
}

/** Reopens every closed slot of the sandbox in one transaction. */
export const reopenSlots = (bookingDatabase: string, { serverUrl }: { serverUrl?: string } = {}): Promise<unknown> =>
  sql(bookingDatabase, 'UPDATE sandbox.inventory_slot SET closed = false, note = NULL WHERE closed', [], serverUrl)
