export { eventRoutes } from './routes.ts'
export { enumOfType, eventTypes, typeOfEnum } from './types.ts'
