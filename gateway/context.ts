import type { Identity } from '../platform/identity.ts'
import type { IdempotentRequest } from './idempotency/idempotency.ts'

/** What a request to the gateway carries while it is executed. */
export interface GatewayContext {
  readonly identity: Identity
  /** Present when the caller sent an Idempotency-Key. */
  readonly idempotent?: IdempotentRequest | undefined
}
