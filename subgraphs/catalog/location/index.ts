export { locationLoaders, type LocationLoaders } from './loaders.ts'
export type { MeetingPointRow } from './meeting-point.ts'
export { locationResolvers, placesOfCenote, placesOfTour } from './resolvers.ts'
