import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { GraphQLExecutor } from '../platform/graphql/executor.ts'
import type { Logger } from '../platform/process/logger.ts'
import { CachedFields } from './cache/cached-fields.ts'
import { CachedReads } from './cache/cached-reads.ts'
import { CachedResponses } from './cache/cached-responses.ts'
import type { FactCache } from './cache/fact-cache.ts'
import {
  createExecution,
  maxResponseBytes,
  SharedReads,
  type Execution,
  type ExecutionOptions,
  type Reads,
} from './execution/index.ts'
import { createPlanner, type Planner } from './planning/planner.ts'
import { readSupergraph, type Supergraph } from './supergraph/supergraph.ts'
import { watchSupergraph } from './supergraph/watch.ts'

export type Executors = Readonly<Record<string, GraphQLExecutor>>

/** Options of a graph, besides the supergraph. */
export interface GraphOptions extends Omit<
  ExecutionOptions,
  'supergraph' | 'planner' | 'rules' | 'reads' | 'unshared'
> {
  /** The executors of a supergraph's subgraphs by name. Throws when one is missing. */
  readonly executorsOf: (supergraph: Supergraph) => Executors
  readonly logger: Logger
  /** Plans operations; absent for a thread of the graph's own. Products of one process may share a planner. */
  readonly createPlanner?: typeof createPlanner | undefined
  /** Reads the supergraph; by default once for each graph. Products of one process may share what it returns. */
  readonly readSupergraph?: typeof readSupergraph | undefined
  /** Facts in memory, if any are. */
  readonly cache?: FactCache | undefined
}

/** The executors of those that exist, for a supergraph that must have no other subgraph. */
export const executorsAmong =
  (executors: Executors): GraphOptions['executorsOf'] =>
  ({ subgraphs }) => {
    const unknown = subgraphs.filter(({ name }) => !executors[name]).map(({ name }) => name)
    if (unknown.length > 0) throw new Error(`No executor for the subgraph ${unknown.join(', ')} is configured`)
    return executors
  }

/** Everything that follows from one supergraph; another one replaces it as a whole. */
export interface Graph {
  readonly supergraph: Supergraph
  readonly planner: Planner
  readonly execution: Execution
  readonly reads: SharedReads
}

/** Builds what follows from a supergraph, or throws saying why it cannot be used. */
export function buildGraph(sdl: string, options: GraphOptions): Graph {
  const { policies, executorsOf, cache, logger } = options
  policies.refuseUnenforced?.(sdl)
  const supergraph = (options.readSupergraph ?? readSupergraph)(sdl, (schema) => policies.readScalars(schema))
  const rules = policies.rulesOf(supergraph)
  const reads = new SharedReads(executorsOf(supergraph))
  const cached = cache && cachedReads(cache, reads, supergraph)
  const planner = (options.createPlanner ?? createPlanner)(sdl, logger, { maxIntrospectionBytes: maxResponseBytes })
  const execution = createExecution({
    ...options,
    supergraph,
    planner,
    rules,
    reads: cached ?? reads,
    unshared: reads.unshared,
  })
  return { supergraph, planner, execution, reads }
}

/** Reads from memory what the supergraph declares as cached. */
export function cachedReads(cache: FactCache, { executors }: SharedReads, { schema }: Supergraph): Reads {
  const fields = new CachedFields(schema)
  return {
    executors: new CachedReads(executors, cache, fields).executors,
    cached: { responses: new CachedResponses(cache), isCached: (query) => fields.of(query) !== undefined },
  }
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
