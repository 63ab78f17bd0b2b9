import type { DeliveryStatus } from '../../../schema/delivery-statuses.ts'
import type { EventType } from '../../../schema/event-types.ts'

/** A receiver of a partner's events. */
export interface Webhook {
  readonly sequence: number
  readonly id: string
  readonly partnerId: string
  readonly url: string
  readonly events: readonly EventType[]
  readonly description: string | null
  readonly isActive: boolean
  readonly previousSecretExpiresAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** One attempt, as it is stored and shown. */
export interface Attempt {
  /** ISO 8601. */
  readonly at: string
  readonly statusCode: number | null
  readonly error: string | null
  readonly durationMs: number
}

/** One event, or a ping, to be sent to one receiver. */
export interface Delivery {
  readonly sequence: number
  readonly id: string
  readonly webhookId: string
  readonly eventId: string | null
  readonly type: EventType | typeof pingType
  readonly status: DeliveryStatus
  readonly attempts: readonly Attempt[]
  readonly nextAttemptAt: Date | null
  readonly createdAt: Date
}

export const pingType = 'webhook.ping'

/** How many webhooks a partner can have in an environment: each of its events is queued for each of them. */
export const maxWebhooks = 50
/** How many attempts a delivery shows. */
export const maxAttemptsShown = 50
/** How long a secret still signs after it was replaced. */
export const secretOverlapHours = 24

interface Page<T> {
  readonly items: readonly T[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly cursorOf: (item: T) => string
  /** Counted only when selected. */
  count(): Promise<number>
}
export type WebhookPage = Page<Webhook>
export type DeliveryPage = Page<Delivery>
