import type { PerEnvironment } from '../../../../platform/postgres/database.ts'
import type { CursorCodec } from '../../../../platform/trust/cursor.ts'
import type { Context } from '../../context.ts'
import type { EventHub } from './hub.ts'

/** The context of events. */
export interface EventServices {
  /** Ids of the event logs. */
  readonly logs: PerEnvironment<string>
  readonly hubs: PerEnvironment<EventHub>
  readonly cursors: CursorCodec
  /** For how many days from today places are sold. */
  readonly horizonDays: number
}

export interface EventContext extends Context {
  readonly services: EventServices
}
