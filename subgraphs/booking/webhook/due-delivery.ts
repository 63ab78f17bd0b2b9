import type { Author } from '../../../platform/trust/author.ts'
import type { Reservation } from '../reservation/index.ts'
import type { Attempt, Delivery } from './webhook.ts'

/** The contents of a delivery's body. */
export interface DeliveryContent {
  readonly webhookId: string
  readonly type: Delivery['type']
  readonly createdAt: Date
  readonly event: ReportedEvent | null
}

/** A delivery whose time has come, with what is needed to make it. */
export interface DueDelivery extends DeliveryContent {
  readonly id: string
  readonly partnerId: string
  readonly url: string
  readonly isActive: boolean
  readonly onDemand: boolean
  /** When it became due, to the microsecond; another one means that it was asked for again. */
  readonly dueSince: string
  readonly secrets: readonly Buffer[]
  readonly attempts: readonly Attempt[]
  readonly attemptCount: number
  readonly failures: number
}

/** The subject of a delivery: a reservation as it was then. */
export interface ReportedEvent {
  readonly id: string
  readonly occurredAt: Date
  readonly reservation: Reservation
  /** Who caused it; null for one of an earlier version. */
  readonly author: Author | null
  /** Where in its trace the event was written. */
  readonly traceparent: string | null
  /** Whether the guest had been asked for a review by then. */
  readonly reviewRequestSent: boolean
}
