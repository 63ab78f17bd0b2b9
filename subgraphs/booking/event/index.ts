import { pruneEventsJob } from './prune.ts'
import { eventResolvers } from './resolvers.ts'

/** The log of what happened to reservations. */
export const events = { resolvers: eventResolvers, jobs: [pruneEventsJob] }

export type { LogPosition, ReservationEvent } from './event.ts'
export { EventHub } from './hub.ts'
export { pruneEventsJob, retainedSince, retentionDays } from './prune.ts'
export { openLog } from './repository.ts'
