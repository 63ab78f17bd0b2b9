import { tourLoaders } from './loaders.ts'
import { tourResolvers } from './resolvers.ts'

/** Tours and the cenotes that they visit. */
export const tours = { resolvers: tourResolvers, loaders: tourLoaders }

export { keepsTimetable, tourList, type TourItem } from './installation.ts'
export { readTourTimetables, type TourTimetable } from './store/forms.ts'
export type { TourRow } from './tour.ts'
