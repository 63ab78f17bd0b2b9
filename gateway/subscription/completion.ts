import { applyRewrites } from '@apollo/gateway/dist/dataRewrites.js'
import { GraphQLError, type ExecutionResult } from 'graphql'
import type { Identity } from '../../platform/trust/identity.ts'
import { runPlan, type Data, type PlanRun } from '../execution/run-plan.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import type { PreparedSubscription } from './operation.ts'

/**
 * Completes an event of the owning subgraph with what other subgraphs add, in the form that the client requested: the
 * event takes the place of the response to the plan's first part.
 */
export async function completeEvent(
  {
    primary,
    rest,
    shape,
    variableDefinitions,
  }: Pick<PreparedSubscription, 'primary' | 'rest' | 'shape' | 'variableDefinitions'>,
  event: ExecutionResult,
  variables: Record<string, unknown>,
  identity: Identity,
  { schema }: Supergraph,
  executors: PlanRun['executors'],
): Promise<{ data: Data | null; errors: readonly GraphQLError[] }> {
  const errors = [...(event.errors ?? [])]
  try {
    // The same event may be completed again, and what is read is merged into it.
    const data = structuredClone(event.data ?? {}) as Data
    applyRewrites(schema, primary.outputRewrites, data)
    if (rest) await runPlan(rest, { schema, executors, identity, variables, variableDefinitions, errors, data })
    return { data: shape(data, variables), errors }
  } catch (error) {
    // A subgraph that answers against its schema fails the event, and not the subscription.
    return { data: null, errors: [...errors, new GraphQLError('', { originalError: error as Error })] }
  }
}
