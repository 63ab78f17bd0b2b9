export { imageRepresentation, tourRepresentation } from './representation.ts'
export { tourRoutes } from './routes.ts'
export { Tour } from './schema.ts'
