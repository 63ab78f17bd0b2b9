import type { Pool } from '../../../../../platform/postgres/database.ts'
import type { LogFilter, LoggedEvent, LogPosition } from '../event.ts'
import { orderOf, type LogOrder, type LogPart } from './order.ts'
import {
  countProductEvents,
  findProductEvents,
  firstProductEvents,
  productEventColumns,
  toProductEvent,
  type ProductEventRow,
} from './product-events.ts'
import {
  countEvents,
  eventColumns,
  eventsOf,
  findEvents,
  settled,
  toReservationEvent,
  type ReservationEventRow,
} from './reservation-events.ts'

/** The log as one: the events of reservations and of products, merged by their positions. */

type Row = ReservationEventRow | ProductEventRow

const toEvent = (row: Row): LoggedEvent => (row.reservation_id === null ? toProductEvent(row) : toReservationEvent(row))

/** The first events of each kind, of which the first of both are a part. */
const merged = (reservations: string, products: string, { by }: LogOrder, limit: string): string =>
  `((SELECT ${eventColumns} FROM ${reservations} ${by('transaction_id')} LIMIT ${limit})
    UNION ALL (SELECT ${productEventColumns} FROM ${products} ${by('transaction_id')} LIMIT ${limit})) AS log`

/** All settled events after a position, in commit order. */
export async function readLog(pool: Pool, after: LogPosition, limit: number): Promise<LoggedEvent[]> {
  const order = orderOf({ after })
  const condition = `WHERE ${order.condition} AND ${settled}`
  const { rows } = await pool.query<Row>(
    `SELECT * FROM ${merged(`reservation_event ${condition}`, `product_event ${condition}`, order, '$3')}
     ${order.by('transaction')} LIMIT $3`,
    [...order.start, limit],
  )
  return rows.map(toEvent)
}

/** Settled events of the kinds of a filter that match, a part of them in an order of the log. */
export async function findInLog(
  pool: Pool,
  { reservations, products }: LogFilter,
  part: LogPart,
): Promise<LoggedEvent[]> {
  if (!products) return reservations ? findEvents(pool, reservations, part) : []
  if (!reservations) return findProductEvents(pool, products, part)
  const order = orderOf(part)
  const values: unknown[] = [...order.start, part.take, part.skip ?? 0]
  const limit = '$3::bigint + $4::bigint'
  const { rows } = await pool.query<Row>(
    `SELECT * FROM ${merged(
      eventsOf(reservations, order.condition, values),
      firstProductEvents(products, order, values, limit),
      order,
      limit,
    )} ${order.by('transaction')} LIMIT $3 OFFSET $4`,
    values,
  )
  return rows.map(toEvent)
}

export async function countInLog(pool: Pool, { reservations, products }: LogFilter): Promise<number> {
  const counts = await Promise.all([
    reservations ? countEvents(pool, reservations) : 0,
    products ? countProductEvents(pool, products) : 0,
  ])
  return counts[0] + counts[1]
}
