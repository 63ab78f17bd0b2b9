export type { LogPosition, ReservationEvent } from './event.ts'
export { EventHub } from './hub.ts'
export { retentionDays, retainedSince, startPruning } from './prune.ts'
export { openLog } from './repository.ts'
