import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Authorization } from './auth/authorization.ts'
import { OperationLimits } from './rate-limit/operation-limits.ts'
import { createExecution, type Execution, type ExecutionOptions } from './execution/execution.ts'
import { createPlanner, type Planner } from './planning/planner.ts'
import { unresumableSubscriptions } from './subscription/operation.ts'
import { readSupergraph, type Supergraph } from './supergraph/supergraph.ts'
import { watchSupergraph } from './supergraph/watch.ts'

/** Options of a graph, besides the supergraph. */
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
  if (unknown.length > 0) throw new Error(`No executor for the subgraph ${unknown.join(', ')} is configured`)
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

/** The graph in use. It is replaced as a whole when the supergraph's file changes. */
export interface GraphHolder {
  readonly current: () => Graph
  /** Called with each further graph before the one it replaces is closed. */
  onReplace(listener: (graph: Graph) => Promise<void>): void
  close(): Promise<void>
}

/** The supergraph that the product is built with. */
export const ownSupergraph = new URL('../schema/supergraph.graphql', import.meta.url)

/** Builds the graph of a supergraph's file and follows the file. Rejects when the first text cannot be used. */
export async function openGraph(file: string | URL, options: GraphOptions): Promise<GraphHolder> {
  const path = file instanceof URL ? fileURLToPath(file) : file
  const sdl = await readFile(path, 'utf8')
  const listeners: ((graph: Graph) => Promise<void>)[] = []
  let graph = buildGraph(sdl, options)
  const watch = watchSupergraph(path, {
    initial: sdl,
    async take(text) {
      const old = graph
      graph = buildGraph(text, options)
      await Promise.all(listeners.map((listener) => listener(graph)))
      await old.planner.close()
    },
    logger: options.logger,
  })
  return {
    current: () => graph,
    onReplace: (listener) => void listeners.push(listener),
    async close() {
      watch.close()
      await graph.planner.close()
    },
  }
}
