import type { CancelSignal } from '../platform/process/cancellation.ts'
import type { Identity } from '../platform/trust/identity.ts'
import type { IdempotentRequest } from './idempotency/idempotency.ts'
import type { CallerMeter } from './rate-limit/caller-meter.ts'

/** The context of a request to the gateway while it is executed. */
export interface GatewayContext {
  readonly identity: Identity
  /** Present when the caller sent an Idempotency-Key. */
  readonly idempotent?: IdempotentRequest | undefined
  /** Whether a facade of this product runs it for the caller: variables about the caller have their values then. */
  readonly fromFacade?: boolean | undefined
  /** Counts what the caller runs. */
  readonly meter: CallerMeter
  /** Aborted when the caller has left: the result is of no use to anyone. */
  readonly signal?: CancelSignal | undefined
}
