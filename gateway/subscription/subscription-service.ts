import type { GatewayContext } from '../context.ts'
import type { AdmittedOperation } from '../execution/index.ts'
import type { Subscriber } from './channel.ts'

/** A subscriber of a subscription that may end. */
export interface EndingSubscriber extends Subscriber {
  /** One result, serialised; a subscription without a cursor has none. */
  next(result: string, cursor?: string): void
  /** There are no more results. */
  complete(): void
}

/** Runs admitted subscriptions for subscribers over any transport. */
export interface SubscriptionService {
  /**
   * Starts to send a subscriber the results. Returns a function that ends it. `resumeAfter` is where an earlier
   * connection stopped. Throws what refuses the subscription.
   */
  subscribe(
    operation: AdmittedOperation,
    context: Pick<GatewayContext, 'identity' | 'meter'>,
    subscriber: EndingSubscriber,
    resumeAfter?: string,
  ): Promise<() => void>
}
