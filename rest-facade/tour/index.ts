export { imageRepresentation, tourRepresentation } from './representation.ts'
export { tourRoutes } from './routes.ts'
export { Tour, WeekdayName } from './schema.ts'
