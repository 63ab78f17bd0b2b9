export { identifiedPoints } from './identify.ts'
export { readMeetingPointForms, replaceMeetingPoints, type StoredPoint } from './repository.ts'
