export { eventRoutes } from './routes.ts'
export { EventType } from './schema.ts'
