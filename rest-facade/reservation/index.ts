export { Author, Partner, Reservation } from './reservation-schema.ts'
export { documentRoutes } from './document-routes.ts'
export { authorRepresentation, reservationRepresentation, snapshotRepresentation } from './representation.ts'
export { reservationRoutes } from './routes.ts'
