import { pruneEventsJob } from './prune.ts'
import { eventResolvers } from './resolvers.ts'

/** The log of what happened to reservations and to what is sold. */
export const events = { resolvers: eventResolvers, jobs: [pruneEventsJob] }

export type { EventContext } from './context.ts'
export { cursorOf, positionAt } from './cursor.ts'
export type { LogPosition, ReservationEvent } from './event.ts'
export { EventHub } from './hub.ts'
export { pruneEventsJob, retainedSince, retentionDays } from './prune.ts'
export { openLog } from './store/restore.ts'
