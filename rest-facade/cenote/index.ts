export { reviewRepresentation } from './representation.ts'
export { cenoteRoutes } from './routes.ts'
export { Review } from './schema.ts'
