import { executeQueryPlan, type GraphQLDataSource } from '@apollo/gateway'
import type { QueryPlan } from '@apollo/query-planner'
import type { ExecutionResult, GraphQLFormattedError } from 'graphql'
import type { Identity } from '../../platform/identity.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import type { PreparedSubscription } from './operation.ts'

/**
 * Completes an event that the owning subgraph told with what other subgraphs add, in the shape the client asked for:
 * the plan is executed with a data source that answers its first part from the event.
 */
export async function completeEvent(
  { primary, rest, text, context }: PreparedSubscription,
  event: ExecutionResult,
  variables: Record<string, unknown>,
  identity: Identity,
  supergraph: Supergraph,
  sources: Readonly<Record<string, GraphQLDataSource>>,
): Promise<{ data?: unknown; errors: readonly GraphQLFormattedError[] }> {
  const fromEvent: GraphQLDataSource = {
    process: (options) =>
      options.request.query === primary.operation
        ? Promise.resolve({ data: event.data ?? null })
        : (sources[primary.serviceName]?.process(options) ?? Promise.reject(new Error('unreachable'))),
  }
  const plan: QueryPlan = { kind: 'QueryPlan', node: rest ? { kind: 'Sequence', nodes: [primary, rest] } : primary }
  const { data, errors = [] } = await executeQueryPlan(
    plan,
    { ...sources, [primary.serviceName]: fromEvent },
    { request: { query: text, variables }, context: { identity }, logger: silent } as never,
    context,
    supergraph.schema,
    supergraph.federationApiSchema,
  )
  return { data, errors: [...(event.errors ?? []), ...errors] }
}

/** What goes wrong is in the errors of the result, and logged from there. */
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
