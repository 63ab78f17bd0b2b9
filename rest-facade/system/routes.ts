import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { failures, keyOptional, Success } from '../answers.ts'
import { success } from '../envelope.ts'
import { failure, failureOf } from '../errors.ts'
import type { Facade } from '../facade.ts'
import { AskGatewayDocument, AskSubgraphsDocument, type AskSubgraphsQuery } from '../generated/operations.ts'

const Health = Type.Object({ status: Type.Literal('healthy') }, { title: 'Health' })
const state = () => Type.Enum(['operational', 'unavailable'])
const Status = Type.Object(
  {
    status: Type.Enum(['operational', 'degraded']),
    components: Type.Object({ gateway: state(), catalog: state(), booking: state(), pricing: state() }),
  },
  { title: 'Status' },
)

/** Health and status (specification 4.4); public, 503 when the gateway does not answer. */
export function systemRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/system/health',
      {
        config: { operation: AskGatewayDocument },
        schema: {
          tags: ['System'],
          security: keyOptional,
          operationId: 'readHealth',
          summary: 'Whether the service answers',
          response: { 200: Success(Health, 'It does.'), ...failures() },
        },
      },
      async (request, reply) => {
        await facade.call(request, reply, AskGatewayDocument, {})
        return success(request, 'health.retrieved_successfully', { status: 'healthy' })
      },
    )

    app.get(
      '/api/system/status',
      {
        config: { operation: AskSubgraphsDocument },
        schema: {
          tags: ['System'],
          security: keyOptional,
          operationId: 'readStatus',
          summary: 'Which parts of the service answer',
          response: { 200: Success(Status, 'The parts.'), ...failures() },
        },
      },
      async (request, reply) => {
        const { data, errors } = await facade.ask(request, reply, AskSubgraphsDocument, {})
        const parts = data as Partial<AskSubgraphsQuery> | null | undefined
        // A part that failed nulls the whole answer, for its field cannot be null: the error's path tells which.
        const failed = new Set((errors ?? []).map(({ path }) => path?.[0]))
        // The gateway itself refused: the caller may not come in, or too often.
        if (errors?.length && failed.size === 1 && failed.has(undefined)) throw failureOf(errors)
        if (!errors?.length && !parts) throw failure('SERVICE_UNAVAILABLE')
        const stateOf = (field: keyof AskSubgraphsQuery): string => (failed.has(field) ? 'unavailable' : 'operational')
        return success(request, 'status.retrieved_successfully', {
          status: errors?.length ? 'degraded' : 'operational',
          components: {
            gateway: 'operational',
            catalog: stateOf('tours'),
            booking: stateOf('reservationPolicy'),
            pricing: stateOf('exchangeRates'),
          },
        })
      },
    )
  }
}
