import type { Pool } from '../../../../../platform/postgres/database.ts'
import { patternContaining } from '../../../../../platform/values/text.ts'
import { allEventTypes } from '../../../../../schema/event-types.ts'
import { isUuid } from '../../../../../platform/values/uuid.ts'
import { deliveryColumns } from './delivery.ts'
import { webhookColumns } from './registration.ts'
import { pingType, type Delivery, type Webhook, type WebhookFormat } from '../webhook.ts'
import type { DeliveryStatus } from '../../../../../schema/delivery-statuses.ts'

/** Part of a list. */
export interface Range {
  readonly take: number
  readonly skip: number
  /** Sequence number of the item that the page comes after. */
  readonly after: number | undefined
  readonly direction: 'asc' | 'desc'
}

/** The conditions on webhooks, or deliveries, beside their owner. */
export interface ListFilter {
  readonly isActive: boolean | undefined
  /** A folded text. */
  readonly search: string | undefined
  readonly createdAfter: Date | undefined
  readonly createdBefore: Date | undefined
}

export interface WebhookListFilter extends ListFilter {
  readonly format: WebhookFormat | undefined
}

/** A partner's webhooks. A partner has few: they are found by partner and then filtered. */
export async function listWebhooks(
  pool: Pool,
  partnerId: string,
  filter: WebhookListFilter,
  { take, skip, after, direction }: Range,
): Promise<Webhook[]> {
  const { condition, values } = webhooksMeeting(partnerId, filter)
  const { rows } = await pool.query<Webhook>(
    `SELECT ${webhookColumns} FROM webhook WHERE ${condition}
       AND ($7::bigint IS NULL OR sequence ${direction === 'asc' ? '>' : '<'} $7)
     ORDER BY sequence ${direction} LIMIT $8 OFFSET $9`,
    [...values, after, take, skip],
  )
  return rows
}

/** How many webhooks of a partner meet a filter. */
export async function countListedWebhooks(pool: Pool, partnerId: string, filter: WebhookListFilter): Promise<number> {
  const { condition, values } = webhooksMeeting(partnerId, filter)
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*) FROM webhook WHERE ${condition}`, values)
  return rows[0]?.count ?? 0
}

const webhooksMeeting = (
  partnerId: string,
  { isActive, search, createdAfter, createdBefore, format }: WebhookListFilter,
): { condition: string; values: unknown[] } => ({
  condition: `partner_id = $1 AND deleted_at IS NULL AND ($2::boolean IS NULL OR is_active = $2)
    AND ($3::text IS NULL OR fold(url || E'\\n' || coalesce(description, '')) LIKE $3)
    AND ($4::timestamptz IS NULL OR created_at >= $4) AND ($5::timestamptz IS NULL OR created_at <= $5)
    AND ($6::text IS NULL OR format = $6)`,
  values: [partnerId, isActive, search && patternContaining(search), createdAfter, createdBefore, format],
})

export interface DeliveryFilter extends ListFilter {
  readonly status: DeliveryStatus | undefined
}

/** Deliveries of a webhook. */
export async function listDeliveries(
  pool: Pool,
  webhookId: string,
  filter: DeliveryFilter,
  { take, skip, after, direction }: Range,
): Promise<Delivery[]> {
  const { condition, values } = deliveriesMeeting(webhookId, filter)
  const beyond = after === undefined ? '' : `AND sequence ${direction === 'asc' ? '>' : '<'} $${values.push(after)}`
  const { rows } = await pool.query<Delivery>(
    `SELECT ${deliveryColumns} FROM webhook_delivery WHERE ${condition} ${beyond}
     ORDER BY sequence ${direction} LIMIT $${values.push(take)} OFFSET $${values.push(skip)}`,
    values,
  )
  return rows
}

export async function countDeliveries(pool: Pool, webhookId: string, filter: DeliveryFilter): Promise<number> {
  const { condition, values } = deliveriesMeeting(webhookId, filter)
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) FROM webhook_delivery WHERE ${condition}`,
    values,
  )
  return rows[0]?.count ?? 0
}

const deliveryTypes: readonly Delivery['type'][] = [...allEventTypes, pingType]
/** States in which a delivery is still to be made. */
const waiting: readonly DeliveryStatus[] = ['pending', 'failed']

function deliveriesMeeting(
  webhookId: string,
  { status, isActive, search, createdAfter, createdBefore }: DeliveryFilter,
): { condition: string; values: unknown[] } {
  const values: unknown[] = [webhookId]
  const conditions = ['webhook_id = $1']
  if (status) conditions.push(`status = $${values.push(status)}`)
  if (isActive !== undefined) conditions.push(`${isActive ? '' : 'NOT '}status = ANY ($${values.push(waiting)})`)
  if (createdAfter) conditions.push(`created_at >= $${values.push(createdAfter)}`)
  if (createdBefore) conditions.push(`created_at <= $${values.push(createdBefore)}`)
  if (search !== undefined) {
    const types = `type = ANY ($${values.push(deliveryTypes.filter((type) => type.includes(search)))})`
    const id = isUuid(search) ? `$${values.push(search)}::uuid` : undefined
    conditions.push(id ? `(${types} OR id = ${id} OR event_id = ${id})` : types)
  }
  return { condition: conditions.join(' AND '), values }
}
