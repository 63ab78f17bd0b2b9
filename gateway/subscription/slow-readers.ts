import type { Logger } from '../../platform/process/logger.ts'
import { declareBound } from '../../platform/process/bounds.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { slowReadersDropped } from '../metrics.ts'

export type Transport = 'websocket' | 'stream'

const unread = declareBound({
  name: 'unread-bytes',
  what: 'Results that a subscriber has not read',
  per: 'connection',
  default: '1 MiB',
  response: 'close 4480; a stream over HTTP breaks off',
})

/** Counts a subscriber that is dropped because it reads too slowly, and logs whose it is. */
export function countSlowReader(logger: Logger, transport: Transport, identity: Identity | undefined): void {
  slowReadersDropped.inc()
  unread.reached(identity)
  const { partnerId, environment } = identity ?? {}
  logger.info({ partnerId, environment, transport }, 'a subscriber read too slowly and was dropped')
}
