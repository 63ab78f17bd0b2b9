import { Authorization } from './auth/authorization.ts'
import { OperationLimits } from './rate-limit/operation-limits.ts'
import { createExecution, type Execution, type ExecutionOptions } from './execution/execution.ts'
import { createPlanner, type Planner } from './planning/planner.ts'
import { unresumableSubscriptions } from './subscription/operation.ts'
import { readSupergraph, type Supergraph } from './supergraph/supergraph.ts'

/** What a graph is built with, besides the supergraph. */
export type GraphOptions = Omit<ExecutionOptions, 'supergraph' | 'planner' | 'authorization' | 'operationLimits'>

/** Everything that follows from one supergraph; another one replaces it as a whole. */
export interface Graph {
  readonly supergraph: Supergraph
  readonly planner: Planner
  readonly execution: Execution
}

/** Builds what follows from a supergraph, or throws saying why it cannot be used. */
export function buildGraph(sdl: string, options: GraphOptions): Graph {
  const supergraph = readSupergraph(sdl)
  const unknown = supergraph.subgraphNames.filter((name) => !options.executors[name])
  if (unknown.length > 0) throw new Error(`No way to the subgraph ${unknown.join(', ')} is configured`)
  const unresumable = unresumableSubscriptions(supergraph)
  if (unresumable.length > 0)
    throw new Error(`Subscriptions that cannot be resumed by a cursor: ${unresumable.join(', ')}`)
  // Throws when the directives are missing: nothing would be protected.
  const authorization = new Authorization(supergraph.schema)
  const operationLimits = new OperationLimits(supergraph.schema)
  const planner = createPlanner(sdl, options.logger)
  const execution = createExecution({ ...options, supergraph, planner, authorization, operationLimits })
  return { supergraph, planner, execution }
}
