import type { Pool } from '../../../../platform/postgres/database.ts'
import type { Database } from '../../database.ts'
import { reservationOf, type Reservation, type StatusChange } from '../reservation.ts'
import { nameOf } from './columns.ts'

/** A partner's reservations by id or booking reference, or any without a partner; others are as if they did not exist. */
export async function findReservation(
  { prisma }: Database,
  partnerId: string | undefined,
  idOrReference: string,
): Promise<Reservation | null> {
  const name = nameOf(idOrReference)
  const row =
    name && (await prisma.reservation.findFirst({ where: { [name.field]: name.value, ...ofPartner(partnerId) } }))
  return row && reservationOf(row)
}

export async function findReservationsById(
  { prisma }: Database,
  partnerId: string | undefined,
  ids: readonly string[],
): Promise<Reservation[]> {
  return (await prisma.reservation.findMany({ where: { id: { in: [...ids] }, ...ofPartner(partnerId) } })).map(
    reservationOf,
  )
}

const ofPartner = (partnerId: string | undefined) => (partnerId === undefined ? {} : { partnerId })

export async function findStatusChanges({ prisma }: Database, ids: readonly string[]): Promise<StatusChange[]> {
  return prisma.statusChange.findMany({ where: { reservationId: { in: [...ids] } }, orderBy: { version: 'asc' } })
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

/** A reservation by id alone, for the signed address of one of its files. */
export async function findForFile({ prisma }: Database, id: string): Promise<Reservation | null> {
  const row = await prisma.reservation.findUnique({ where: { id } })
  return row && reservationOf(row)
}
