import type { Identity } from '../platform/identity.ts'

/** What a request to the gateway carries while it is executed. */
export interface GatewayContext {
  readonly identity: Identity
}
