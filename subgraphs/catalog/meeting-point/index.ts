export { identifiedPoints } from './identify.ts'
export { readMeetingPointForms, replaceMeetingPoints, type OwnerColumn, type StoredPoint } from './repository.ts'
