import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Facade } from '../../http/facade.ts'
import { AuthorizeCallerDocument } from '../../generated/operations.ts'
import { hasCapability } from '../capabilities.ts'
import { responses } from '../errors.ts'
import { supplierRepresentation, type Supplier } from './representation.ts'
import { Supplier as SupplierBody } from './schema.ts'

/** GET /supplier. */
export function supplierRoutes(facade: Facade, supplier: Supplier): FastifyPluginAsyncTypebox {
  const endpoint = `${facade.publicUrl}/octo/v1`
  return async (app) => {
    app.get(
      '/supplier',
      {
        config: { operation: AuthorizeCallerDocument },
        schema: {
          tags: ['Supplier'],
          operationId: 'readSupplier',
          summary: 'Read the supplier',
          response: responses(SupplierBody),
        },
      },
      (request) => supplierRepresentation(supplier, endpoint, hasCapability(request, 'content')),
    )
  }
}
