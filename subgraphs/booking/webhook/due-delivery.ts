import type { Reservation } from '../reservation/index.ts'
import type { Attempt, Delivery } from './webhook.ts'

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

/** The subject of a delivery: a reservation as it was then. */
export interface ReportedEvent {
  readonly id: string
  readonly occurredAt: Date
  readonly reservation: Reservation
  /** Whether the guest had been asked for a review by then. */
  readonly reviewRequestSent: boolean
}
