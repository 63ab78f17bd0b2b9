import type { CursorCodec } from '../../../../platform/trust/cursor.ts'
import type { Context } from '../../context.ts'
import type { EventContext } from '../event/context.ts'
import type { Webhooks } from './webhooks.ts'

/** The context of webhooks. */
export interface WebhookServices {
  readonly webhooks: Webhooks
  readonly cursors: CursorCodec
}

export interface WebhookContext extends Context {
  readonly services: WebhookServices
}

/** The context of replays, which read the log. */
export type ReplayContext = WebhookContext & EventContext
