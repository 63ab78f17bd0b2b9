export { supplierRoutes } from './routes.ts'
export type { Supplier } from './representation.ts'
