export { couponRoutes } from './routes.ts'
