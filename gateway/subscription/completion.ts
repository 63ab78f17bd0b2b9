import { GraphQLError, type ExecutionResult } from 'graphql'
import type { Identity } from '../../platform/trust/identity.ts'
import { respond, runPlan, type EngineResult, type Executors, type ResponseForm } from '../execution/index.ts'
import type { PreparedSubscription } from './operation.ts'

/**
 * Completes an event of the owning subgraph with what other subgraphs add, in the form that the client requested: the
 * event takes the place of the response to the plan's first fetch.
 */
export async function completeEvent(
  { plan, projection }: Pick<PreparedSubscription, 'plan' | 'projection'>,
  { data, errors = [] }: ExecutionResult,
  variables: Record<string, unknown>,
  identity: Identity,
  executors: Executors,
  form: ResponseForm = 'json',
): Promise<EngineResult> {
  try {
    const gathered = await runPlan(plan, { executors, identity, variables }, data ?? {})
    const ofEvent = errors.map((error) => ({ error, path: error.path, fetch: 0 }))
    return await respond(projection, { ...gathered, errors: [...ofEvent, ...gathered.errors] }, form)
  } catch (error) {
    // A result that violates the subgraph's schema, or is too large, fails the event and not the subscription.
    const reported = error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error })
    return { data: null, errors: [...errors, reported] }
  }
}
