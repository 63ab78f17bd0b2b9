import type { Pool } from '../../../../platform/postgres/database.ts'
import { reviveReservation, type ReservationSnapshot } from '../../reservation/index.ts'
import type { DeliveryContent, ReportedEvent } from '../due-delivery.ts'

/** The columns of the event `e` that a delivery reports; null for a ping. */
export const reportedColumns = 'e.id AS "eventId", e.occurred_at AS "occurredAt", e.snapshot, e.traceparent'

/**
 * The rows with whether a review had been requested by then, where that is reported. Messages lie with their
 * reservations, events do not: no statement joins the two.
 */
export async function withReviewRequests<Row extends StoredRow>(
  pool: Pool,
  rows: readonly Row[],
): Promise<(Row & ReportedRow)[]> {
  const reviewed = rows.flatMap(({ eventId, snapshot }) =>
    eventId !== null && snapshot.completion?.review ? [snapshot] : [],
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
      row.eventId !== null && sent.some(({ id, sentAt }) => id === row.snapshot.id && sentAt < row.occurredAt),
  }))
}

export interface StoredRow {
  readonly eventId: string | null
  readonly occurredAt: Date
  readonly snapshot: ReservationSnapshot
  readonly traceparent: string | null
}

export interface ReportedRow extends StoredRow {
  readonly reviewRequestSent: boolean
}

export const reportedEvent = ({
  eventId,
  occurredAt,
  reviewRequestSent,
  snapshot,
  traceparent,
}: ReportedRow): ReportedEvent | null =>
  eventId === null
    ? null
    : {
        id: eventId,
        occurredAt,
        reviewRequestSent,
        author: snapshot.changedBy ?? null,
        traceparent,
        reservation: reviveReservation(snapshot),
      }

type ContentRow = Omit<DeliveryContent, 'event'> & StoredRow & { readonly id: string }

/** The contents of deliveries' bodies, by their ids. */
export async function readContents(pool: Pool, ids: readonly string[]): Promise<Map<string, DeliveryContent>> {
  const { rows } = await pool.query<ContentRow>(
    `SELECT d.id, d.webhook_id AS "webhookId", d.type, d.created_at AS "createdAt", ${reportedColumns}
     FROM webhook_delivery d LEFT JOIN reservation_event e ON e.id = d.event_id WHERE d.id = ANY ($1::uuid[])`,
    [ids],
  )
  return new Map(
    (await withReviewRequests(pool, rows)).map(({ id, webhookId, type, createdAt, ...event }) => [
      id,
      { webhookId, type, createdAt, event: reportedEvent(event) },
    ]),
  )
}
