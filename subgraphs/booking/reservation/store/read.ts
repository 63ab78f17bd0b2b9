import type { Pool, Statements } from '../../../../platform/postgres/database.ts'
import { isUuid } from '../../../../platform/values/uuid.ts'
import { apiError } from '../../../../schema/errors.ts'
import type { Database } from '../../database.ts'
import type { PastModification, Reservation, StatusChange } from '../reservation.ts'
import { findKey, findKeys, type ReservationKey } from './codes.ts'
import { selection } from '../columns.ts'

/**
 * A partner's reservation by id, booking reference or external id, or any without a partner; others are as if they did
 * not exist. Error: REFERENCE_NOT_UNIQUE for an external id of several partners.
 */
export const findReservation = (
  database: Database,
  partnerId: string | undefined,
  named: string,
): Promise<Reservation | null> => readNamed(database.pool, partnerId, named, (key) => readByKey(database, key))

/**
 * Looks up a reservation and reads it. One whose code is known and that is not there lies on a server that has not
 * finished its transaction. Errors: REFERENCE_NOT_UNIQUE, SERVICE_UNAVAILABLE.
 */
export async function readNamed(
  reader: Statements,
  partnerId: string | undefined,
  named: string,
  read: (key: ReservationKey) => Promise<Reservation | null>,
): Promise<Reservation | null> {
  // An id with its partner is a key already.
  const byId = partnerId !== undefined && isUuid(named) ? await read({ partnerId, id: named.toLowerCase() }) : null
  if (byId) return byId
  const key = await findKey(reader, partnerId, named)
  if (!key) return null
  const stored = await read(key)
  if (!stored) throw apiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
  return stored
}

async function readByKey({ pool }: Database, { partnerId, id }: ReservationKey): Promise<Reservation | null> {
  const { rows } = await pool.query<Reservation>({
    name: 'read-reservation',
    text: `SELECT ${selection} FROM reservation WHERE partner_id = $1 AND id = $2`,
    values: [partnerId, id],
  })
  return rows[0] ?? null
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
  return database.prisma.reservation.findMany({ where: ofReservations(keys, 'id') })
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
