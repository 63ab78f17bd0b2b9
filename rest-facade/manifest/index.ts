export { manifestRoutes } from './routes.ts'
