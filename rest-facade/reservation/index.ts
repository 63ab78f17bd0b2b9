export { Reservation } from './reservation-schema.ts'
export { documentRoutes } from './document-routes.ts'
export { reservationRepresentation } from './representation.ts'
export { reservationRoutes } from './routes.ts'
