export { availabilityChangeRoute } from './availability-change-route.ts'
export { eventRoutes } from './routes.ts'
export { catalogEventData, EventType, EventTypeName } from './schema.ts'
