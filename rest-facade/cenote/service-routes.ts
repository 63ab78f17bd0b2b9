import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { failures, keyOptional, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { failure } from '../http/errors.ts'
import { sharedWithoutKey, type Facade } from '../http/facade.ts'
import { ListCenoteServicesDocument } from '../generated/operations.ts'
import { currencySymbol, CurrencySymbol } from '../pricing/index.ts'
import { serviceRepresentation } from './representation.ts'
import { CenotePath, CenoteService, ServiceQuery } from './schema.ts'

// Every price of a service is in this currency.
const currency = currencySymbol('MXN')

/** Services of a cenote; no key needed. */
export function serviceRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/cenotes/:id/services',
      {
        config: { ...sharedWithoutKey, operation: ListCenoteServicesDocument },
        schema: {
          tags: ['Cenotes'],
          security: keyOptional,
          operationId: 'listCenoteServices',
          summary: 'List services of a cenote',
          params: CenotePath,
          querystring: ServiceQuery,
          response: {
            200: Success(Type.Array(CenoteService), 'In display order.', { currency: CurrencySymbol }),
            ...failures({ 404: ['CENOTE_NOT_FOUND'] }),
          },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const { bookableOnly = false } = request.query
        const { cenote } = await facade.executeOrThrow(request, reply, ListCenoteServicesDocument, { id, bookableOnly })
        if (!cenote) throw failure('CENOTE_NOT_FOUND', { cenoteId: id })
        const services = cenote.services.map(serviceRepresentation)
        return success(request, 'service.listed_successfully', services, { currency })
      },
    )
  }
}
