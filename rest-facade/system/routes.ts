import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { failures, keyOptional, Success } from '../schemas/response-schemas.ts'
import { success } from '../http/envelope.ts'
import { failure } from '../http/errors.ts'
import type { Facade } from '../http/facade.ts'
import { ReadServiceStatusDocument } from '../generated/operations.ts'

const Health = Type.Object({ status: Type.Literal('healthy') }, { title: 'Health' })
const state = () => Type.Enum(['operational', 'unavailable'])
const Status = Type.Object(
  {
    status: Type.Enum(['operational', 'degraded', 'unavailable']),
    components: Type.Object({ gateway: state(), catalog: state(), booking: state(), pricing: state() }),
  },
  { title: 'Status' },
)

/** Health (503 unless every part works) and status (the state of each part). Public. */
export function systemRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/system/health',
      {
        config: { operation: ReadServiceStatusDocument },
        schema: {
          tags: ['System'],
          security: keyOptional,
          operationId: 'readHealth',
          summary: 'Whether every part of the service works',
          response: { 200: Success(Health, 'It can.'), ...failures() },
        },
      },
      async (request, reply) => {
        const { serviceStatus } = await facade.executeOrThrow(request, reply, ReadServiceStatusDocument, {})
        if (serviceStatus.state !== 'OPERATIONAL') throw failure('SERVICE_UNAVAILABLE')
        return success(request, 'health.retrieved_successfully', { status: 'healthy' })
      },
    )

    app.get(
      '/api/system/status',
      {
        config: { operation: ReadServiceStatusDocument },
        schema: {
          tags: ['System'],
          security: keyOptional,
          operationId: 'readStatus',
          summary: 'The state of each part of the service',
          response: { 200: Success(Status, 'The parts.'), ...failures() },
        },
      },
      async (request, reply) => {
        const { serviceStatus } = await facade.executeOrThrow(
          request,
          reply,
          ReadServiceStatusDocument,
          {},
          { publicAnyway: true },
        )
        return success(request, 'status.retrieved_successfully', {
          status: serviceStatus.state.toLowerCase(),
          components: Object.fromEntries(
            serviceStatus.components.map(({ name, state }) => [name, state.toLowerCase()]),
          ),
        })
      },
    )
  }
}
