import type { Statements } from '../../../../platform/postgres/database.ts'
import { takenSlots } from '../../availability/index.ts'
import type { Reservation, Visit } from '../reservation.ts'
import type { ReservationKey } from './codes.ts'

/** How a reservation ceased to be disrupted. */
export type DisruptionEnd = 'cancelled' | 'moved' | 'cleared'

/** Notes in the disruptions that marked a reservation how that ended, within the transaction of the change. */
export async function endDisruption(
  client: Statements,
  { partnerId, id }: ReservationKey,
  end: DisruptionEnd,
): Promise<void> {
  await client.query(
    `UPDATE disruption_reservation SET state = $3 WHERE partner_id = $1 AND reservation_id = $2 AND state = 'marked'`,
    [partnerId, id, end],
  )
}

/** The ids of the reservations of a disruption. */
export async function readDisrupted(reader: Statements, disruptionId: string): Promise<string[]> {
  const { rows } = await reader.query<{ id: string }>(
    'SELECT reservation_id AS id FROM disruption_reservation WHERE disruption_id = $1',
    [disruptionId],
  )
  return rows.map(({ id }) => id)
}

type SlotReason = 'maintenance' | 'closed_by_operator' | 'outdated'

/**
 * Why nothing can be confirmed for a visit, by the calendars of its product and of the cenotes at which it stops; null when
 * it can, 'outdated' when one of them has changed since the version that was read. Until the transaction ends it stays so.
 */
export async function closedSince(
  client: Statements,
  visit: Visit & Pick<Reservation, 'stops'>,
  versions: ReadonlyMap<string, number>,
): Promise<ClosedSlot | 'outdated' | null> {
  const slots = takenSlots(visit)
  const { rows } = await client.query<{ index: number; reason: SlotReason | null }>(
    // In the order in which places are taken, so that no two wait for one another.
    `SELECT index::integer - 1 AS index, closed_since(product, date, time, version) AS reason FROM (
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::integer[]) WITH ORDINALITY
         AS slot (product, date, time, version, index)
       ORDER BY product, date, time
     ) AS slot`,
    [
      slots.map(({ productId }) => productId),
      slots.map(({ date }) => date),
      slots.map(({ time }) => time),
      slots.map(({ productId }) => versions.get(productId) ?? null),
    ],
  )
  const [closed] = rows.filter(({ reason }) => reason !== null).sort((a, b) => a.index - b.index)
  if (!closed?.reason) return null
  if (closed.reason === 'outdated') return 'outdated'
  return closed.index === 0
    ? { reason: closed.reason, stop: null }
    : { reason: 'stop_closed', stop: visit.stops?.[closed.index - 1] ?? null }
}

/** Why a slot is closed, with the stop whose slot is closed where it is not the visit's own. */
export interface ClosedSlot {
  readonly reason: 'maintenance' | 'closed_by_operator' | 'stop_closed'
  readonly stop: { readonly cenoteId: string; readonly time: string } | null
}
