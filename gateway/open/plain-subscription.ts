import { variableDefinitionsFromAST } from '@apollo/federation-internals'
import { print, type ExecutionResult, type GraphQLError } from 'graphql'
import type { GraphQLOperation } from '../../platform/graphql/executor.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { AdmittedOperation } from '../execution/operation.ts'
import { projectionOf } from '../execution/response-projection.ts'
import type { Executors, Graph } from '../graph.ts'
import type { PlanningCaller } from '../planning/planner.ts'
import { completeEvent } from '../subscription/completion.ts'

/** A subscription as its subgraph is asked for it, and as its events are completed. */
export interface PlainSubscription {
  readonly serviceName: string
  readonly upstream: GraphQLOperation
  /** The result of an event with what other subgraphs add. */
  complete(
    event: ExecutionResult,
    identity: Identity,
  ): Promise<{ data: Record<string, unknown> | null; errors: readonly GraphQLError[] }>
}

/** Plans a valid subscription that has no cursor. */
export async function planPlainSubscription(
  { supergraph, planner }: Pick<Graph, 'supergraph' | 'planner'>,
  { document, operation, operationName, variables }: AdmittedOperation,
  executors: Executors,
  caller: PlanningCaller,
): Promise<PlainSubscription> {
  const { node } = await planner.plan({ text: print(document), operationName }, caller)
  if (node?.kind !== 'Subscription') throw new Error('A subscription was planned as something else')
  const { primary, rest } = node
  const prepared = {
    primary,
    rest,
    shape: projectionOf(supergraph.apiSchema, document, operation),
    variableDefinitions: variableDefinitionsFromAST(
      supergraph.federationApiSchema,
      operation.variableDefinitions ?? [],
    ),
  }
  const used = (primary.variableUsages ?? []).filter((name) => Object.hasOwn(variables, name))
  return {
    serviceName: primary.serviceName,
    upstream: {
      query: primary.operation,
      variables: Object.fromEntries(used.map((name) => [name, variables[name]])),
      ...(primary.operationName === undefined ? {} : { operationName: primary.operationName }),
    },
    complete: (event, identity) => completeEvent(prepared, event, variables, identity, supergraph, executors),
  }
}
