import { randomUUID } from 'node:crypto'
import { recordChanges } from '../../../../platform/postgres/changes.ts'
import { inTransaction, type Pool, type Statements } from '../../../../platform/postgres/database.ts'
import { currentTraceparent } from '../../../../platform/process/tracing.ts'
import type { Author } from '../../../../platform/trust/author.ts'
import type { EventType } from '../../../../schema/event-types.ts'
import { changedDays, type WantedPlaces } from '../../availability/index.ts'
import type { Reservation } from '../reservation.ts'
import { operatorChange } from './operator-change.ts'

/** The members of a reservation by which it is admitted. */
const admitted = ['id', 'partnerId', 'productId', 'visitDate', 'couponCode', 'version', 'createdAt'] as const
/** Numbers the parameters of the statement in this order; those of the places come after them. */
const parameters = [
  ...admitted,
  'reservation',
  'eventId',
  'event',
  'operation',
  'people',
  'holdLimit',
  'traceparent',
] as const
const $ = (name: (typeof parameters)[number]): string => `$${parameters.indexOf(name) + 1}`
const placeParameter = (number: number): string => `$${parameters.length + number}`

/**
 * Everything that a new reservation consists of, in one statement, and so all or nothing: its places, itself, its
 * history and event, its confirmed coupon claim, and the operation that made it. Whatever may refuse it comes before
 * anything is written, and the places are the last of that: a refusal changes nothing and is not an error. The claim is
 * locked before places are taken for it, so it cannot be released meanwhile. Nothing is written while the product is
 * closed, when the partner would hold too many places unpaid, when the claim was released, nor without room.
 *
 * Of other features' tables it writes `coupon_claim` (coupon-use), `completed_operation` (idempotency), by `take_places`
 * or `change_places` the inventory (availability) and by `store_reservation` `reservation_event` (event): separate statements would cost a
 * transaction. The function hides from this statement where the reservation lies, which may be another server.
 */
const insertStatement = (taken: string): string => `WITH held AS MATERIALIZED (
  SELECT CASE WHEN ${$('holdLimit')}::integer IS NULL THEN 0
    ELSE held_unpaid(${$('partnerId')}, ${$('visitDate')}, ${$('createdAt')}, ${$('id')}) END AS people
), open AS MATERIALIZED (
  SELECT FROM held WHERE people + ${$('people')}::integer <= COALESCE(${$('holdLimit')}::integer, people + ${$('people')}::integer)
    AND NOT EXISTS (
      SELECT FROM closure WHERE cenote_id = ${$('productId')}::uuid AND ${$('visitDate')}::text BETWEEN start_date AND end_date)
), claim AS MATERIALIZED (
  SELECT FROM coupon_claim WHERE ${$('couponCode')}::text IS NOT NULL AND reservation_id = ${$('id')}::uuid AND state = 'claimed'
    AND EXISTS (SELECT FROM open) FOR UPDATE
), placed AS MATERIALIZED (
  SELECT ${taken} AS taken
  FROM open WHERE ${$('couponCode')}::text IS NULL OR EXISTS (SELECT FROM claim)
), admitted AS MATERIALIZED (
  SELECT FROM placed WHERE taken
), confirmed AS (
  UPDATE coupon_claim SET state = 'kept' WHERE ${$('couponCode')}::text IS NOT NULL AND reservation_id = ${$('id')}::uuid AND state = 'claimed'
    AND EXISTS (SELECT FROM admitted)
), done AS (
  INSERT INTO completed_operation (partner_id, operation, reservation_id, version)
  SELECT ${$('partnerId')}::uuid, ${$('operation')}::text, ${$('id')}::uuid, ${$('version')}::integer FROM admitted
  WHERE ${$('operation')}::text IS NOT NULL
)
SELECT people AS held, (SELECT count(*) FROM admitted
  WHERE store_reservation(${$('partnerId')}, ${$('reservation')}, ${$('eventId')}, ${$('event')}, ${$('traceparent')}))::integer AS written FROM held`

/** Of a cenote: its places are one day and one slot, which `take_places` takes with the least work. */
const insertForCenote = {
  name: 'insert-reservation',
  text: insertStatement(
    `take_places(${$('productId')}, ${$('visitDate')}, ${placeParameter(1)}, ${$('people')}, ${[2, 3, 4].map(placeParameter).join(', ')})`,
  ),
}
/** Of a tour: the places of its departure and of its stops. */
const insertForTour = {
  name: 'insert-reservation-of-tour',
  text: insertStatement(`change_places(${placeParameter(1)})`),
}

/** The result of a new reservation. One that was not written leaves nothing behind. */
export type Insertion =
  | { readonly result: 'written' }
  /** No room, a closed product, or a coupon claim that was released. */
  | { readonly result: 'refused' }
  /** The partner's other pending reservations of the day hold so many places that these would be too many. */
  | { readonly result: 'over_hold_limit'; readonly held: number }

/**
 * Writes a new reservation and takes its places. `operation` names the work of a request under an Idempotency-Key;
 * done by another meanwhile it is a violation of completed_operation_pkey.
 */
export async function insertReservation(
  pool: Pool,
  reservation: Reservation,
  limits: {
    readonly people: number
    /** All that the reservation takes. */
    readonly places: readonly WantedPlaces[]
    /** Maximum places that the partner may hold unpaid on this day. */
    readonly holdLimit: number | null
  },
  { by, operation }: { readonly by: Author; readonly operation: string | undefined },
): Promise<Insertion> {
  const event: EventType = 'reservation.created'
  const { people, holdLimit } = limits
  const values: Record<Exclude<(typeof parameters)[number], (typeof admitted)[number]>, unknown> = {
    reservation: JSON.stringify({ ...reservation, changedBy: by }),
    eventId: randomUUID(),
    event,
    operation,
    people,
    holdLimit,
    traceparent: currentTraceparent(),
  }
  const { text, name, places } = placing(reservation, limits)
  const insert = async (client: Statements): Promise<Inserted> => {
    const all = [...admitted.map((member) => reservation[member]), ...Object.values(values), ...places]
    const { rows } = await client.query<Inserted>({ name, text, values: all })
    return rows[0] ?? { held: '0', written: 0 }
  }
  const { held, written } =
    by.type === 'operator' ? await insertRecorded(pool, reservation, by, insert) : await insert(pool)
  if (written === 1) return { result: 'written' }
  const isOver = holdLimit !== null && Number(held) + people > holdLimit
  return isOver ? { result: 'over_hold_limit', held: Number(held) } : { result: 'refused' }
}

interface Inserted {
  readonly held: string
  readonly written: number
}

/** The statement for the kind of product, with the parameters of its places. */
function placing(
  { productType, visitTime }: Reservation,
  { places, people }: { places: readonly WantedPlaces[]; people: number },
) {
  if (productType === 'tour')
    return { ...insertForTour, places: [JSON.stringify(changedDays({ take: { places, people } }))] }
  const [place] = places
  if (!place) throw new Error('A reservation without places')
  const { daily, hourly, version } = place.limits
  return { ...insertForCenote, places: [visitTime, daily, hourly, version] }
}

/** Inserts a reservation that an operator makes, and records that change. */
const insertRecorded = (
  pool: Pool,
  reservation: Reservation,
  by: Author,
  insert: (client: Statements) => Promise<Inserted>,
): Promise<Inserted> =>
  inTransaction(pool, async (client) => {
    const inserted = await insert(client)
    if (inserted.written === 1) await recordChanges(client, [operatorChange(null, reservation)], { author: by })
    return inserted
  })
