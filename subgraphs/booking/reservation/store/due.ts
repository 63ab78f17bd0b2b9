import type { Statements } from '../../../../platform/postgres/database.ts'
import type { ReservationKey } from './codes.ts'

/**
 * When reservations are due for a job: `reservation_due`, which lies on one server, whichever has the reservations. Holds
 * and ends of days are noted by `set_reservation_due` in the transaction of each change.
 */
export type DueKind = 'hold' | 'no_show' | 'test_mail'

const key = 'partner_id AS "partnerId", reservation_id AS id'

/** Reservations that are due, the longest first. */
export async function readDue(reader: Statements, kind: DueKind, now: Date, limit: number): Promise<ReservationKey[]> {
  const { rows } = await reader.query<ReservationKey>(
    `SELECT ${key} FROM reservation_due WHERE kind = $1 AND due_at <= $2 ORDER BY due_at, reservation_id LIMIT $3`,
    [kind, now, limit],
  )
  return rows
}

export async function postponeDue(client: Statements, kind: DueKind, id: string, until: Date): Promise<void> {
  await client.query('UPDATE reservation_due SET due_at = $3 WHERE reservation_id = $1 AND kind = $2', [
    id,
    kind,
    until,
  ])
}

/** Postpones all of a partner that is due of a kind. */
export async function postponeDueOf(
  client: Statements,
  kind: DueKind,
  partnerId: string,
  now: Date,
  until: Date,
): Promise<void> {
  await client.query('UPDATE reservation_due SET due_at = $4 WHERE kind = $1 AND partner_id = $2 AND due_at <= $3', [
    kind,
    partnerId,
    now,
    until,
  ])
}

export async function removeDue(client: Statements, kind: DueKind, id: string): Promise<void> {
  await client.query('DELETE FROM reservation_due WHERE reservation_id = $1 AND kind = $2', [id, kind])
}

/** Stores when a reservation is due by its present state. */
export async function noteDue(
  client: Statements,
  reservation: ReservationKey & {
    readonly status: string
    readonly paymentDeadline: Date
    readonly dayEndsAt: Date
    readonly productId: string
    readonly visitDate: string
    readonly stops: readonly { readonly cenoteId: string }[] | null
  },
): Promise<void> {
  const { partnerId, id, status, paymentDeadline, dayEndsAt, productId, visitDate, stops } = reservation
  await client.query('SELECT set_reservation_due($1, $2, $3, $4, $5, $6, $7, $8)', [
    partnerId,
    id,
    status,
    paymentDeadline,
    dayEndsAt,
    productId,
    visitDate,
    stops && JSON.stringify(stops),
  ])
}
