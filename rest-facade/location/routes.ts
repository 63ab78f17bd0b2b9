import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { failures, keyOptional, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { sharedWithoutKey, type Facade } from '../http/facade.ts'
import { ListMunicipalitiesDocument, ListStatesDocument } from '../generated/operations.ts'
import { presentFields } from '../../schema/present-fields.ts'
import { Closed } from '../schemas/schema-shape.ts'

const tags = ['Locations']
const cenoteCount = Type.Integer({ description: 'Number of active cenotes.' })
const State = Type.Object({ name: Type.String(), cenoteCount }, { title: 'State' })
const Municipality = Type.Object({ name: Type.String(), state: Type.String(), cenoteCount }, { title: 'Municipality' })
const MunicipalityQuery = Closed({
  state: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only those of this state, whatever its case and accents.' }),
  ),
})

/** States and municipalities that have active cenotes; no key needed. */
export function locationRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/locations/states',
      {
        config: { ...sharedWithoutKey, operation: ListStatesDocument },
        schema: {
          tags,
          security: keyOptional,
          operationId: 'listStates',
          summary: 'List states with cenotes',
          response: { 200: Success(Type.Array(State), 'By name.'), ...failures() },
        },
      },
      async (request, reply) => {
        const { states } = await facade.executeOrThrow(request, reply, ListStatesDocument, {})
        return success(request, 'state.listed_successfully', states)
      },
    )

    app.get(
      '/api/locations/municipalities',
      {
        config: { ...sharedWithoutKey, operation: ListMunicipalitiesDocument },
        schema: {
          tags,
          security: keyOptional,
          operationId: 'listMunicipalities',
          summary: 'List municipalities with cenotes',
          querystring: MunicipalityQuery,
          response: { 200: Success(Type.Array(Municipality), 'By state and name.'), ...failures() },
        },
      },
      async (request, reply) => {
        const { states } = await facade.executeOrThrow(
          request,
          reply,
          ListMunicipalitiesDocument,
          presentFields(request.query),
        )
        const municipalities = states.flatMap(({ name: state, municipalities }) =>
          municipalities.map(({ name, cenoteCount }) => ({ name, state, cenoteCount })),
        )
        return success(request, 'municipality.listed_successfully', municipalities)
      },
    )
  }
}
