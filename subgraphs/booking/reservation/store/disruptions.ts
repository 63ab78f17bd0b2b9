import type { Statements } from '../../../../platform/postgres/database.ts'
import type { Visit } from '../reservation.ts'
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

/** Why nothing can be confirmed for a slot, by the calendar; null when it can. Until the transaction ends it stays so. */
export async function closedSince(
  client: Statements,
  { productId, visitDate, visitTime }: Visit,
): Promise<'maintenance' | 'closed_by_operator' | null> {
  const { rows } = await client.query<{ reason: 'maintenance' | 'closed_by_operator' | null }>(
    'SELECT closed_since($1, $2, $3) AS reason',
    [productId, visitDate, visitTime],
  )
  return rows[0]?.reason ?? null
}
