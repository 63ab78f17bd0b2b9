import type { Pool } from '../../../../platform/postgres/database.ts'
import { reviveReservation, type ReservationSnapshot } from '../../reservation/index.ts'
import type { DeliveryContent, ReportedEvent } from '../due-delivery.ts'

/** The columns of the event `e` that a delivery reports; null for a ping. */
export const reportedColumns = `e.id AS "eventId", e.occurred_at AS "occurredAt", e.snapshot, e.traceparent,
  EXISTS (SELECT FROM communication c WHERE c.reservation_id = e.reservation_id AND c.type = 'review_request'
    AND c.sent_at < e.occurred_at) AS "reviewRequestSent"`

export interface ReportedRow {
  readonly eventId: string | null
  readonly occurredAt: Date
  readonly reviewRequestSent: boolean
  readonly snapshot: ReservationSnapshot
  readonly traceparent: string | null
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
    : { id: eventId, occurredAt, reviewRequestSent, traceparent, reservation: reviveReservation(snapshot) }

type ContentRow = Omit<DeliveryContent, 'event'> & ReportedRow & { readonly id: string }

/** The contents of deliveries' bodies, by their ids. */
export async function readContents(pool: Pool, ids: readonly string[]): Promise<Map<string, DeliveryContent>> {
  const { rows } = await pool.query<ContentRow>(
    `SELECT d.id, d.webhook_id AS "webhookId", d.type, d.created_at AS "createdAt", ${reportedColumns}
     FROM webhook_delivery d LEFT JOIN reservation_event e ON e.id = d.event_id WHERE d.id = ANY ($1::uuid[])`,
    [ids],
  )
  return new Map(
    rows.map(({ id, webhookId, type, createdAt, ...event }) => [
      id,
      { webhookId, type, createdAt, event: reportedEvent(event) },
    ]),
  )
}
