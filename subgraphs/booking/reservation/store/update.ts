import { randomUUID } from 'node:crypto'
import type { PoolClient } from '../../../../platform/postgres/database.ts'
import { currentTraceparent } from '../../../../platform/process/tracing.ts'
import type { EventType } from '../../../../schema/event-types.ts'
import { reservationOf, type Reservation, type ReservationRow } from '../reservation.ts'
import { columns, nameOf, parameter, selection } from './columns.ts'

/** A partner's reservation by id or booking reference, locked until the caller's transaction ends. */
export async function lockReservation(
  client: PoolClient,
  partnerId: string,
  idOrReference: string,
): Promise<Reservation | null> {
  const name = nameOf(idOrReference)
  if (!name) return null
  const { rows } = await client.query<ReservationRow>(
    `SELECT ${selection} FROM reservation WHERE ${columns[name.field]} = $1 AND partner_id = $2 FOR UPDATE`,
    [name.value, partnerId],
  )
  return rows[0] ? reservationOf(rows[0]) : null
}

/**
 * Writes a change of a locked reservation with its event, and its history entry when the state changes, within the
 * caller's transaction. Returns the reservation as it is afterwards. `reservation_event` is the event feature's table.
 */
export async function updateReservation(
  client: PoolClient,
  before: Reservation,
  changes: Partial<Reservation>,
  entry: { event: EventType; at: Date; note: string | null },
): Promise<Reservation> {
  const after: Reservation = { ...before, ...changes, version: before.version + 1, updatedAt: entry.at }
  const changed = [...(Object.keys(changes) as (keyof Reservation)[]), 'version', 'updatedAt'] as (keyof Reservation)[]
  await client.query(
    `UPDATE reservation SET ${changed.map((name, index) => `${columns[name]} = $${index + 2}`).join(', ')} WHERE id = $1`,
    [before.id, ...changed.map((name) => parameter(name, after[name]))],
  )
  if (after.status !== before.status) {
    await client.query(
      'INSERT INTO status_change (reservation_id, version, status, at, note) VALUES ($1, $2, $3, $4, $5)',
      [after.id, after.version, after.status, entry.at, entry.note],
    )
  }
  await client.query(
    'INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, type, version, occurred_at, snapshot, traceparent) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      randomUUID(),
      after.partnerId,
      after.id,
      after.cenoteId,
      entry.event,
      after.version,
      entry.at,
      JSON.stringify(after),
      currentTraceparent(),
    ],
  )
  return after
}
