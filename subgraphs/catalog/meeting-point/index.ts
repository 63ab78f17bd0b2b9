export { identifiedPoints, readMeetingPointForms, replaceMeetingPoints } from './repository.ts'
