import type { Author } from '../../../../platform/trust/author.ts'
import type { ProductType, Reservation } from '../../reservation/index.ts'
import type { Attempt, Delivery, WebhookFormat } from './webhook.ts'

/** The contents of a delivery's body. */
export interface DeliveryContent {
  readonly webhookId: string
  readonly format: WebhookFormat
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
  /** The replay that it belongs to. */
  readonly replayId: string | null
  /** When it became due, to the microsecond; another one means that it was queued again. */
  readonly dueSince: string
  readonly secrets: readonly Buffer[]
  readonly sealedHeaders: Buffer | null
  readonly attempts: readonly Attempt[]
  readonly attemptCount: number
  readonly failures: number
}

/** The subject of a delivery. */
export type ReportedEvent = ReservationReport | ProductReport

interface Report {
  readonly id: string
  readonly occurredAt: Date
  /** Where in its trace the event was written. */
  readonly traceparent: string | null
}

/** A reservation as it was then. */
export interface ReservationReport extends Report {
  readonly reservation: Reservation
  /** Who caused it. */
  readonly author: Author
  /** Whether a review had been requested of the guest by then. */
  readonly reviewRequestSent: boolean
}

/** A change of what is sold. */
export interface ProductReport extends Report {
  readonly reservation?: undefined
  readonly change: ProductChange
}

export interface ProductChange {
  /** Both null for a change of all products. */
  readonly productType: ProductType | null
  readonly productId: string | null
  /** Of availability: local dates, YYYY-MM-DD. */
  readonly dateFrom: string | null
  readonly dateTo: string | null
  /** Of a product: the members that REST shows of it. */
  readonly changed: readonly string[] | null
}

/** In place of an id, for changes of all products. */
const allProducts = 'all products'

/**
 * The reservation or product that a delivery is about; deliveries about one are made one after the other, and so are all
 * of a replay.
 */
export function subjectOf({ id, event, replayId }: DueDelivery): string {
  if (replayId !== null) return replayId
  if (event === null) return id
  return event.reservation ? event.reservation.id : (event.change.productId ?? allProducts)
}
