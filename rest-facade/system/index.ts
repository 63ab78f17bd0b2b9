export { gatewayReadiness } from './readiness.ts'
export { systemRoutes } from './routes.ts'
