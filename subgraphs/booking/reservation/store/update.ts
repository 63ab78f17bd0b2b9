import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from '../../../../platform/postgres/database.ts'
import { recordChanges } from '../../../../platform/postgres/changes.ts'
import { currentTraceparent } from '../../../../platform/process/tracing.ts'
import type { Moment } from '../../../../platform/trust/author.ts'
import type { EventType } from '../../../../schema/event-types.ts'
import { selection } from '../columns.ts'
import { ticketFields } from '../rules/diff.ts'
import { isSameVisit, type Change, type Reservation } from '../reservation.ts'
import { operatorChange } from './operator-change.ts'
import type { ReservationKey } from './codes.ts'
import { endDisruption, type DisruptionEnd } from './disruptions.ts'
import { readNamed } from './read.ts'

/** A partner's reservation by id, booking reference or external id, locked until the caller's transaction ends. */
export const lockReservation = (client: PoolClient, partnerId: string, named: string): Promise<Reservation | null> =>
  readNamed(client, partnerId, named, (key) => lockByKey(client, key))

const locked = `SELECT ${selection} FROM reservation WHERE partner_id = $1 AND id = $2 FOR UPDATE`
const lockedOrSkipped = `${locked} SKIP LOCKED`

/** Locks a reservation until the caller's transaction ends. With `skipLocked`, null if another transaction has locked it. */
export async function lockByKey(
  client: PoolClient,
  { partnerId, id }: ReservationKey,
  skipLocked = false,
): Promise<Reservation | null> {
  const { rows } = await client.query<Reservation>(skipLocked ? lockedOrSkipped : locked, [partnerId, id])
  return rows[0] ?? null
}

/** Records what a modification changed, within the caller's transaction. */
export async function insertModification(
  client: PoolClient,
  before: Reservation,
  after: Reservation,
  { at, by }: Moment,
  changes: readonly Change[],
): Promise<void> {
  await client.query(
    `INSERT INTO reservation_modification
       (partner_id, reservation_id, version, at, author, changes, previous_total_cents, new_total_cents)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      after.partnerId,
      after.id,
      after.version,
      at,
      JSON.stringify(by),
      JSON.stringify(changes),
      before.pricing.totalCents,
      after.pricing.totalCents,
    ],
  )
}

/** When day, hour, product, party or pickup last changed after the documents were first made; null when they did not. */
export async function findTicketChange(
  pool: Pool,
  { partnerId, id, documents }: Pick<Reservation, 'partnerId' | 'id' | 'documents'>,
): Promise<Date | null> {
  const [document] = documents
  if (!document) return null
  const { rows } = await pool.query<{ at: Date }>(
    `SELECT at FROM reservation_modification
     WHERE partner_id = $1 AND reservation_id = $2 AND at > $3
       AND EXISTS (SELECT FROM jsonb_array_elements(changes) change WHERE change ->> 'field' = ANY ($4))
     ORDER BY version DESC LIMIT 1`,
    [partnerId, id, document.generatedAt, ticketFields],
  )
  return rows[0]?.at ?? null
}

/**
 * Writes a change of a locked reservation within the caller's transaction, with what belongs to it (the function
 * `change_reservation`): its event, its history entry when the state changes, its place in totals and the search, and
 * when it is due. Returns the reservation as it is afterwards.
 */
export async function updateReservation(
  client: PoolClient,
  before: Reservation,
  given: Partial<Reservation>,
  entry: Moment & { event: EventType; note: string | null },
): Promise<Reservation> {
  const ending = endOfDisruption(before, given)
  const changes = ending ? { ...given, disrupted: false } : given
  const after: Reservation = { ...before, ...changes, version: before.version + 1, updatedAt: entry.at }
  const moved =
    after.productId === before.productId
      ? {}
      : { previousProductId: before.productId, previousProductType: before.productType }
  await client.query('SELECT change_reservation($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    after.partnerId,
    JSON.stringify({ ...after, changedBy: entry.by, ...moved }),
    before.status,
    before.visitDate,
    after.guest !== before.guest || after.resellerReference !== before.resellerReference,
    randomUUID(),
    entry.event,
    entry.note,
    currentTraceparent(),
  ])
  if (ending) await endDisruption(client, after, ending)
  if (entry.by.type === 'operator') await recordChanges(client, [operatorChange(before, after)], { author: entry.by })
  return after
}

/** How a change ends that a reservation is disrupted; undefined when it does not. */
function endOfDisruption(before: Reservation, changes: Partial<Reservation>): DisruptionEnd | undefined {
  if (!before.disrupted) return undefined
  const after = { ...before, ...changes }
  if (after.status === 'cancelled' && before.status !== 'cancelled') return 'cancelled'
  if (!isSameVisit(before, after)) return 'moved'
  return changes.disrupted === false ? 'cleared' : undefined
}
