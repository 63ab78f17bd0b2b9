export { tourLoaders, type TourLoaders } from './loaders.ts'
export { tourPricingReference, tourReference, toursOfCenote, tourResolvers } from './resolvers.ts'
export type { TourRow } from './tour.ts'
