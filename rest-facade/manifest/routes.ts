import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { varyBy } from '../../platform/http/vary.ts'
import { sendCsv } from '../http/csv.ts'
import { success } from '../http/envelope.ts'
import type { Facade } from '../http/facade.ts'
import { ReadManifestDocument } from '../generated/operations.ts'
import { failures } from '../schemas/response-schemas.ts'
import { columns, columnsOfPartners } from './columns.ts'
import { manifestRepresentation } from './representation.ts'
import { ManifestQuery, ManifestResponse } from './schema.ts'

/** Whether a client that names media types prefers the file. */
const acceptsCsv = (accept: string | undefined): boolean => /^\s*text\/csv\b/i.test(accept ?? '')

/** The parties of a departure or an hour, as JSON or as a file. */
export function manifestRoutes(facade: Facade): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  return async (app, { hide }) => {
    app.get(
      '/manifest',
      {
        config: { operation: ReadManifestDocument },
        schema: {
          hide,
          tags: ['Reservations'],
          operationId: 'readManifest',
          summary: 'Read who comes to a departure or an hour',
          description:
            "Pending, confirmed, checked-in and completed parties, in the order of their pickups, then by guest. An hour of a cenote has the parties of tours that stop there then, too. A partner's key sees its own parties, a key of the operator or the gate those of all partners. At a time without departure or slot it is empty. More than 5,000 parties are refused.",
          querystring: ManifestQuery,
          response: {
            200: ManifestResponse,
            ...failures({ 404: ['CENOTE_NOT_FOUND', 'TOUR_NOT_FOUND'] }),
          },
        },
      },
      async (request, reply) => {
        const { productType, format, ...departure } = request.query
        if (format === undefined) varyBy(reply, 'Accept')
        const { manifest, asOperator } = await facade.executeOrThrow(request, reply, ReadManifestDocument, {
          input: { ...departure, productType: productType.toUpperCase() as Uppercase<typeof productType> },
        })
        if ((format ?? (acceptsCsv(request.headers.accept) ? 'csv' : 'json')) === 'json')
          return success(request, 'manifest.retrieved_successfully', manifestRepresentation(manifest))
        async function* pages() {
          yield manifest.rows
        }
        return sendCsv(reply, 'manifest.csv', asOperator === undefined ? columnsOfPartners : columns, pages())
      },
    )
  }
}
