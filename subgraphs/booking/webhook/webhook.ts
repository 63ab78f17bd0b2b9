import type { EventType } from '../../../schema/event-types.ts'
import type { Reservation } from '../reservation/index.ts'

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

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed' | 'dead'

/** One attempt, as it is stored and shown. */
export interface Attempt {
  /** ISO 8601. */
  readonly at: string
  readonly statusCode: number | null
  readonly error: string | null
  readonly durationMs: number
}

/** One event, or a ping, on its way to one receiver. */
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

/** A delivery whose time has come, with what is needed to make it. */
export interface DueDelivery {
  readonly id: string
  readonly webhookId: string
  readonly type: Delivery['type']
  readonly url: string
  readonly isActive: boolean
  readonly onDemand: boolean
  /** When it became due, to the microsecond; another one means that it was asked for again. */
  readonly dueSince: string
  readonly secrets: readonly Buffer[]
  readonly attempts: readonly Attempt[]
  readonly attemptCount: number
  readonly failures: number
  readonly createdAt: Date
  readonly event: ReportedEvent | null
}

/** What a delivery tells of: a reservation as it was then. */
export interface ReportedEvent {
  readonly id: string
  readonly occurredAt: Date
  readonly reservation: Reservation
  /** Whether the guest had been asked for a review by then. */
  readonly reviewRequestSent: boolean
}

/** How many webhooks a partner can have in an environment: each of its events is queued for each of them. */
export const maxWebhooks = 50
/** How many attempts a delivery shows. */
export const maxAttemptsShown = 50
/** How long a secret goes on signing after it was replaced. */
export const secretOverlapHours = 24

interface Page<T> {
  readonly items: readonly T[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly cursorOf: (item: T) => string
  /** Counted only when asked for. */
  count(): Promise<number>
}
export type WebhookPage = Page<Webhook>
export type DeliveryPage = Page<Delivery>
