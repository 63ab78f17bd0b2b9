export { documentRoutes } from './document-routes.ts'
export { reservationRoutes } from './routes.ts'
