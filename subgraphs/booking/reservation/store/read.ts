import type { Pool, Statements } from '../../../../platform/postgres/database.ts'
import { apiError } from '../../../../schema/errors.ts'
import type { Database } from '../../database.ts'
import { reservationOf, type PastModification, type Reservation, type StatusChange } from '../reservation.ts'
import { findKey, findKeys, isKnown, type ReservationKey } from './codes.ts'

/** A partner's reservation by id or booking reference, or any without a partner; others are as if they did not exist. */
export async function findReservation(
  database: Database,
  partnerId: string | undefined,
  idOrReference: string,
): Promise<Reservation | null> {
  const key = await findKey(database.pool, partnerId, idOrReference)
  return key && readStored(database.pool, key, () => readByKey(database, key))
}

/**
 * Reads a reservation, once more when its code is known: it may have been committed in between. One that still is not
 * there lies on a server that has not finished its transaction. Error: SERVICE_UNAVAILABLE.
 */
export async function readStored(
  reader: Statements,
  key: ReservationKey,
  read: () => Promise<Reservation | null>,
): Promise<Reservation | null> {
  const stored = await read()
  if (stored || !(await isKnown(reader, key))) return stored
  const committed = await read()
  if (committed) return committed
  throw apiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
}

async function readByKey({ prisma }: Database, { partnerId, id }: ReservationKey): Promise<Reservation | null> {
  const row = await prisma.reservation.findUnique({ where: { partnerId_id: { partnerId, id } } })
  return row && reservationOf(row)
}

/** A partner's reservations by id, or without a partner those of all. */
export async function findReservationsById(
  database: Database,
  partnerId: string | undefined,
  ids: readonly string[],
): Promise<Reservation[]> {
  const lowerCased = ids.map((id) => id.toLowerCase())
  const keys =
    partnerId === undefined
      ? await findKeys(database.pool, 'id', lowerCased)
      : lowerCased.map((id) => ({ partnerId, id }))
  if (keys.length === 0) return []
  return (await database.prisma.reservation.findMany({ where: ofReservations(keys, 'id') })).map(reservationOf)
}

/** The condition for rows of some reservations, which names their partners. */
export const ofReservations = <Column extends 'id' | 'reservationId'>(
  keys: readonly ReservationKey[],
  column: Column,
) =>
  ({
    partnerId: { in: [...new Set(keys.map((key) => key.partnerId))] },
    [column]: { in: keys.map(({ id }) => id) },
  }) as { partnerId: { in: string[] } } & Record<Column, { in: string[] }>

export async function findStatusChanges(
  { prisma }: Database,
  keys: readonly ReservationKey[],
): Promise<StatusChange[]> {
  return prisma.statusChange.findMany({ where: ofReservations(keys, 'reservationId'), orderBy: { version: 'asc' } })
}

export async function findModifications(
  { prisma }: Database,
  keys: readonly ReservationKey[],
): Promise<PastModification[]> {
  return prisma.reservationModification.findMany({
    where: ofReservations(keys, 'reservationId'),
    orderBy: { version: 'asc' },
  })
}

/**
 * Whether a guest has visited with a partner or is about to: a visit that was reserved earlier and took place or is still
 * to come. What was cancelled or missed, and holds that have ended, are no visits.
 */
export async function hasEarlierVisit(
  pool: Pool,
  guest: {
    readonly partnerId: string
    readonly guestEmail: string
    readonly existing: Pick<Reservation, 'id' | 'createdAt'> | undefined
  },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'has-earlier-visit',
    text: `SELECT FROM reservation
      WHERE partner_id = $1 AND guest_email = $2 AND created_at <= $4 AND id IS DISTINCT FROM $5::uuid
        AND (check_in IS NOT NULL OR status = 'confirmed' OR status = 'pending' AND payment_deadline > $3)
      LIMIT 1`,
    values: [guest.partnerId, guest.guestEmail, now, guest.existing?.createdAt ?? now, guest.existing?.id ?? null],
  })
  return rowCount === 1
}
