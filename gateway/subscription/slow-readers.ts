import type { Logger } from '../../platform/process/logger.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { slowReadersDropped } from '../metrics.ts'

export type Transport = 'websocket' | 'stream'

/** Counts a subscriber that is dropped because it reads too slowly, and logs whose it is. */
export function countSlowReader(logger: Logger, transport: Transport, identity: Identity | undefined): void {
  slowReadersDropped.inc()
  const { partnerId, environment } = identity ?? {}
  logger.info({ partnerId, environment, transport }, 'a subscriber read too slowly and was dropped')
}
