import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from '../../platform/process/logger.ts'
import type { Facade } from '../facade.ts'
import { availabilityRoutes } from './availability/index.ts'
import { bookingRoutes } from './booking/index.ts'
import { capabilityRoutes } from './capability-routes.ts'
import { useOctoFrame } from './frame.ts'
import { notificationRoutes } from './notification/index.ts'
import { publishOctoDocument } from './openapi/index.ts'
import { productRoutes } from './product/index.ts'
import { supplierRoutes, type Supplier } from './supplier/index.ts'

export { sendOctoFailure } from './errors.ts'
export { isOctoPath } from './frame.ts'
export type { Supplier } from './supplier/index.ts'

/** The paths of OCTO, to be registered under /octo/v1. */
export function octoRoutes(facade: Facade, supplier: Supplier, logger: Logger): FastifyPluginAsync {
  return async (app) => {
    // Before the routes, which it collects; outside their frame, because it needs no key.
    await publishOctoDocument(app, facade.publicUrl, supplier)
    await app.register(async (routes) => {
      useOctoFrame(routes, facade, logger)
      await routes.register(capabilityRoutes(facade))
      await routes.register(supplierRoutes(facade, supplier))
      await routes.register(productRoutes(facade))
      await routes.register(availabilityRoutes(facade))
      await routes.register(bookingRoutes(facade))
      await routes.register(notificationRoutes(facade))
    })
  }
}
