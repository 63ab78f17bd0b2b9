import type { ExecutionResult } from 'graphql'
import type { GraphQLOperation } from '../../platform/graphql/executor.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { AdmittedOperation, EngineResult } from '../../gateway/execution/index.ts'
import type { Executors, Graph } from '../../gateway/graph.ts'
import type { PlanningCaller } from '../../gateway/planning/planner.ts'
import { completeEvent } from '../../gateway/subscription/completion.ts'
import { planSubscription } from '../../gateway/subscription/planned-subscription.ts'

/** A subscription as its subgraph is asked for it, and as its events are completed. */
export interface PlainSubscription {
  readonly serviceName: string
  readonly upstream: GraphQLOperation
  /** The result of an event with what other subgraphs add. */
  complete(event: ExecutionResult, identity: Identity): Promise<EngineResult>
}

/** Plans a valid subscription that has no cursor. */
export async function planPlainSubscription(
  { supergraph, planner }: Pick<Graph, 'supergraph' | 'planner'>,
  admitted: AdmittedOperation,
  executors: Executors,
  caller: PlanningCaller,
): Promise<PlainSubscription> {
  const { variables } = admitted
  const planned = await planSubscription(supergraph, planner, admitted, variables, caller)
  const { primary } = planned
  const used = (primary.variableUsages ?? []).filter((name) => Object.hasOwn(variables, name))
  return {
    serviceName: primary.serviceName,
    upstream: {
      query: primary.operation,
      variables: Object.fromEntries(used.map((name) => [name, variables[name]])),
      ...(primary.operationName === undefined ? {} : { operationName: primary.operationName }),
    },
    complete: (event, identity) => completeEvent(planned, event, variables, identity, executors),
  }
}
