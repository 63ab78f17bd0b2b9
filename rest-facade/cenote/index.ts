export { reviewRepresentation } from './representation.ts'
export { cenoteRoutes } from './routes.ts'
export { serviceRoutes } from './service-routes.ts'
export { Review } from './schema.ts'
