import type { Pool } from '../../../../../platform/postgres/database.ts'
import { reviveReservation, type ReservationSnapshot } from '../../../reservation/index.ts'
import type { DeliveryContent, ProductChange, ReportedEvent } from '../due-delivery.ts'

/** The event that a delivery `d` reports: of a reservation or of products, and neither for a ping. */
export const reportedTables = `LEFT JOIN LATERAL (SELECT * FROM reservation_event WHERE id = d.event_id LIMIT 1) e ON true
  LEFT JOIN product_event p ON p.id = d.event_id`

/** Its columns. */
export const reportedColumns = `coalesce(e.id, p.id) AS "eventId", coalesce(e.occurred_at, p.occurred_at) AS "occurredAt",
  e.snapshot, e.traceparent, CASE WHEN p.id IS NOT NULL THEN json_build_object('productType', p.product_type,
    'productId', p.product_id, 'dateFrom', p.date_from, 'dateTo', p.date_to, 'changed', p.changed) END AS change`

/**
 * The rows with whether a review had been requested by then, where that is reported. Messages lie with their
 * reservations, events do not: no statement joins the two.
 */
export async function withReviewRequests<Row extends StoredRow>(
  pool: Pool,
  rows: readonly Row[],
): Promise<(Row & ReportedRow)[]> {
  const reviewed = rows.flatMap(({ eventId, snapshot }) =>
    eventId !== null && snapshot?.completion?.review ? [snapshot] : [],
  )
  const sent =
    reviewed.length === 0
      ? []
      : (
          await pool.query<{ id: string; sentAt: Date }>(
            `SELECT reservation_id AS id, sent_at AS "sentAt" FROM communication
             WHERE partner_id = ANY ($1::uuid[]) AND reservation_id = ANY ($2::uuid[])
               AND type = 'review_request' AND sent_at IS NOT NULL`,
            [[...new Set(reviewed.map(({ partnerId }) => partnerId))], reviewed.map(({ id }) => id)],
          )
        ).rows
  return rows.map((row) => ({
    ...row,
    reviewRequestSent:
      row.eventId !== null && sent.some(({ id, sentAt }) => id === row.snapshot?.id && sentAt < row.occurredAt),
  }))
}

export interface StoredRow {
  readonly eventId: string | null
  readonly occurredAt: Date
  /** Null but for an event of a reservation. */
  readonly snapshot: ReservationSnapshot | null
  /** Null but for an event of products. */
  readonly change: ProductChange | null
  readonly traceparent: string | null
}

export interface ReportedRow extends StoredRow {
  readonly reviewRequestSent: boolean
}

export function reportedEvent({
  eventId: id,
  occurredAt,
  reviewRequestSent,
  snapshot,
  change,
  traceparent,
}: ReportedRow): ReportedEvent | null {
  if (id === null) return null
  if (change) return { id, occurredAt, traceparent, change }
  if (!snapshot) throw new Error('An event has neither a reservation nor a change')
  return {
    id,
    occurredAt,
    reviewRequestSent,
    author: snapshot.changedBy,
    traceparent,
    reservation: reviveReservation(snapshot),
  }
}

type ContentRow = Omit<DeliveryContent, 'event'> & StoredRow & { readonly id: string }

/** The contents of deliveries' bodies, by their ids; none of one whose event was removed meanwhile. */
export async function readContents(pool: Pool, ids: readonly string[]): Promise<Map<string, DeliveryContent>> {
  const { rows } = await pool.query<ContentRow>(
    `SELECT d.id, d.webhook_id AS "webhookId", w.format, d.type, d.created_at AS "createdAt", ${reportedColumns}
     FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id ${reportedTables}
     WHERE d.id = ANY ($1::uuid[]) AND (d.event_id IS NULL OR coalesce(e.id, p.id) IS NOT NULL)`,
    [ids],
  )
  return new Map(
    (await withReviewRequests(pool, rows)).map(({ id, webhookId, format, type, createdAt, ...event }) => [
      id,
      { webhookId, format, type, createdAt, event: reportedEvent(event) },
    ]),
  )
}
