import type { Installation } from '../booking-model/installation.ts'

/** An event of the log, of a reservation or of what is sold. */
export interface LogEntry {
  readonly id: string
  readonly type: string
  readonly productType: string | null
  readonly productId: string | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
  readonly changed: readonly string[] | null
  /** Milliseconds. */
  readonly occurredAt: number
  /** Of events of reservations. */
  readonly reservationId: string | null
}

/** Both kinds in the one order of the log. */
export const readWholeLog = (installation: Installation): Promise<LogEntry[]> =>
  installation.query<LogEntry & { [column: string]: unknown }>(
    `SELECT id, type, "productType", "productId", "dateFrom", "dateTo", changed, "reservationId",
       (extract(epoch FROM occurred_at) * 1000)::double precision AS "occurredAt"
     FROM (
       SELECT transaction_id, sequence, id, type, occurred_at, product_type AS "productType", product_id AS "productId",
         date_from AS "dateFrom", date_to AS "dateTo", changed, NULL::uuid AS "reservationId"
       FROM sandbox.product_event
       UNION ALL
       SELECT transaction_id, sequence, id, type, occurred_at, NULL, NULL, NULL, NULL, NULL, reservation_id
       FROM sandbox.reservation_event
     ) AS log ORDER BY transaction_id, sequence`,
  )

export const isOfCatalog = ({ reservationId }: Pick<LogEntry, 'reservationId'>): boolean => reservationId === null

const kindOf = ({ type }: LogEntry): string => type.split('.', 1)[0] ?? ''

/** Events of one product and kind that are less than a second apart. */
export function crowdedEvents(log: readonly LogEntry[], minMilliseconds = 1_000): string[] {
  const latest = new Map<string, LogEntry>()
  return log.filter(isOfCatalog).flatMap((event) => {
    const key = `${kindOf(event)} of ${event.productId ?? 'all'}`
    const before = latest.get(key)
    latest.set(key, event)
    return before && event.occurredAt - before.occurredAt < minMilliseconds
      ? [`${key}: ${event.id} ${event.occurredAt - before.occurredAt} ms after ${before.id}`]
      : []
  })
}

/** A day of a product in which an event of a reservation changed the places. */
export interface ChangedPlaces {
  readonly eventId: string
  readonly productId: string
  readonly date: string
}

/** A change of places, and by how much its publication came later; undefined when no event in the log covers it. */
export interface Publication extends ChangedPlaces {
  readonly milliseconds: number | undefined
}

/** When the log reported changes of places: by the first event that comes after a change and covers it. */
export function publicationsOf(log: readonly LogEntry[], places: readonly ChangedPlaces[]): Publication[] {
  const positions = new Map(log.map(({ id }, index) => [id, index]))
  return places.map((place) => {
    const position = positions.get(place.eventId) ?? Infinity
    const covering = log.find(
      (event, index) =>
        index > position &&
        event.type === 'availability.updated' &&
        event.productId === place.productId &&
        (event.dateFrom ?? '') <= place.date &&
        place.date <= (event.dateTo ?? ''),
    )
    const milliseconds = covering && covering.occurredAt - (log[position]?.occurredAt ?? NaN)
    return { ...place, milliseconds }
  })
}

/** The places of reservations that were created, cancelled or expired, stops of tours included. */
export const readChangedPlaces = (installation: Installation): Promise<ChangedPlaces[]> =>
  installation.query<ChangedPlaces & { [column: string]: unknown }>(
    `WITH whole AS (
       SELECT id, product_id, visit_date, stops FROM sandbox.reservation
       WHERE id NOT IN (SELECT reservation_id FROM sandbox.reservation_event WHERE type = 'reservation.modified')
     ), place AS (
       SELECT id, product_id, visit_date AS date FROM whole
       UNION SELECT id, (stop ->> 'cenoteId')::uuid, stop ->> 'date' FROM whole, jsonb_array_elements(stops) AS stop
     )
     SELECT e.id AS "eventId", p.product_id AS "productId", p.date
     FROM sandbox.reservation_event e JOIN place p ON p.id = e.reservation_id
     WHERE e.type IN ('reservation.created', 'reservation.cancelled', 'reservation.expired')`,
  )
