import { declareBound } from '../../../../platform/process/bounds.ts'
import type { DeliveryStatus } from '../../../../schema/delivery-statuses.ts'
import type { AnyEventType } from '../../../../schema/event-types.ts'

/** The form of the bodies that a receiver is sent. */
export type WebhookFormat = 'standard' | 'octo'

/** A receiver of a partner's events. */
export interface Webhook {
  readonly sequence: number
  readonly id: string
  readonly partnerId: string
  readonly url: string
  /** Types and wildcards, as they were given. */
  readonly events: readonly string[]
  readonly description: string | null
  readonly format: WebhookFormat
  /** The headers of its deliveries, encrypted; null without any. */
  readonly sealedHeaders: Buffer | null
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
  readonly type: AnyEventType | typeof pingType
  readonly status: DeliveryStatus
  readonly attempts: readonly Attempt[]
  readonly nextAttemptAt: Date | null
  readonly createdAt: Date
}

/** Past events on their way to a webhook again. */
export interface Replay {
  readonly id: string
  readonly status: 'running' | 'done'
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly createdAt: Date
}

export const pingType = 'webhook.ping'

/** How many webhooks a partner can have in an environment: each of its events is queued for each of them. */
export const maxWebhooks = 50
export const webhooksOfPartner = declareBound({
  name: 'webhooks-of-partner',
  what: 'Webhooks',
  per: 'partner and environment',
  default: `${maxWebhooks}`,
  response: '422 `WEBHOOK_LIMIT_REACHED`',
})
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
