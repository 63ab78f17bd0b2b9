import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { success } from '../http/envelope.ts'
import type { Facade } from '../http/facade.ts'
import { ListAvailabilityChangesDocument } from '../generated/operations.ts'
import { failures, Success } from '../schemas/response-schemas.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { availabilityChangeRepresentation } from './representation.ts'
import { AvailabilityChange } from './schema.ts'

const ChangeQuery = Closed({
  after: Type.String({
    maxLength: 4_000,
    description:
      '`pagination.nextCursor` of an earlier response, or the `cursor` of an event; `now` for the end of the log.',
  }),
})

const ChangePagination = Type.Object(
  {
    nextCursor: Type.String({ description: 'The `after` of the next request, now or later.' }),
    hasNextPage: Type.Boolean({ description: 'Whether more changes follow: request them with `nextCursor` now.' }),
  },
  { title: 'AvailabilityChangePagination' },
)

/** The days whose availability has changed since a cursor, under a partner prefix. */
export function availabilityChangeRoute(facade: Facade): FastifyPluginAsyncTypebox<{ hide: boolean }> {
  return async (app, { hide }) => {
    app.get(
      '/availability/modified-since',
      {
        config: { operation: ListAvailabilityChangesDocument },
        schema: {
          hide,
          tags: ['Events'],
          operationId: 'listAvailabilityChanges',
          summary: 'List the days whose availability has changed since a cursor',
          description:
            'One range for each cenote or tour, which covers all of its changes since: read the availability of these days again. Cursors are those of `GET /events`, from at most 30 days ago. A slot that begins, and a booking deadline or a day that passes, are no changes.',
          querystring: ChangeQuery,
          response: {
            200: Success(Type.Array(AvailabilityChange), 'The ranges, those that changed last at the end.', {
              pagination: ChangePagination,
            }),
            ...failures({ 400: ['INVALID_CURSOR'] }),
          },
        },
      },
      async (request, reply) => {
        const { after } = request.query
        const { availabilityChanges } = await facade.executeOrThrow(request, reply, ListAvailabilityChangesDocument, {
          after,
        })
        const { nodes, endCursor, hasNextPage } = availabilityChanges
        return success(
          request,
          'availability_change.listed_successfully',
          nodes.map(availabilityChangeRepresentation),
          { pagination: { nextCursor: endCursor, hasNextPage } },
        )
      },
    )
  }
}
