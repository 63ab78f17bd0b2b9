export { locationLoaders, type LocationLoaders } from './loaders.ts'
export type { MeetingPointRow } from './meeting-point.ts'
export { countByMunicipality, type MunicipalityCount } from './repository.ts'
export { locationResolvers, placesOfCenote, placesOfTour } from './resolvers.ts'
