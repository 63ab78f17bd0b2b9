import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from '../../platform/process/logger.ts'
import type { Facade } from '../http/facade.ts'
import { availabilityRoutes } from './availability/index.ts'
import { bookingRoutes } from './booking/index.ts'
import { capabilityRoutes } from './capability-routes.ts'
import { useOctoFrame } from './frame.ts'
import { notificationRoutes } from './notification/index.ts'
import { productRoutes } from './product/index.ts'
import { supplierRoutes, type Supplier } from './supplier/index.ts'

export { sendOctoFailure } from './errors.ts'
export { isOctoPath } from './frame.ts'
export { octoDocument } from './openapi/index.ts'
export type { Supplier } from './supplier/index.ts'

/** The paths of OCTO, to be registered under /octo/v1. */
export function octoRoutes(facade: Facade, supplier: Supplier, logger: Logger): FastifyPluginAsync {
  return async (app) => {
    useOctoFrame(app, facade, logger)
    await app.register(capabilityRoutes(facade))
    await app.register(supplierRoutes(facade, supplier))
    await app.register(productRoutes(facade))
    await app.register(availabilityRoutes(facade))
    await app.register(bookingRoutes(facade))
    await app.register(notificationRoutes(facade))
  }
}
