import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import type { FactCache } from '../../gateway/cache/fact-cache.ts'
import { cachedReads } from '../../gateway/graph.ts'
import { ResponseJson } from '../../gateway/execution/response/response-json.ts'
import { Documents, RefusedDocument } from '../../gateway/execution/documents/documents.ts'
import { Engine as GatewayEngine, type ResponseForm } from '../../gateway/execution/engine.ts'
import { SharedReads } from '../../gateway/execution/run/shared-reads.ts'
import { OperationVariables } from '../../gateway/execution/documents/variables.ts'
import type { RewriteSupergraph } from '../../gateway/planning/plan.ts'
import { readSupergraph, type Supergraph } from '../../gateway/supergraph/supergraph.ts'
import type { GatewayContext } from '../../gateway/context.ts'
import { anyCaller, planHere } from './planner.ts'

export interface EngineResult {
  readonly data?: unknown
  readonly errors?: readonly { readonly message: string; readonly path?: readonly (string | number)[] | undefined }[]
}

export interface Engine {
  readonly supergraph: Supergraph
  run(text: string, variables: Readonly<Record<string, unknown>>, form?: ResponseForm): Promise<EngineResult>
}

const limitless = 1_000_000
const limits = {
  tokens: limitless,
  depth: limitless,
  introspectionDepth: limitless,
  fields: limitless,
  aliases: limitless,
  rootFields: limitless,
  directives: limitless,
}

const context = {
  identity: { partnerId: 'test', environment: 'sandbox', scopes: [], locale: 'en', requestId: 'test' },
  meter: { ...anyCaller, take: () => Promise.resolve(), use: () => Promise.resolve() },
} as unknown as GatewayContext

/** The gateway's engine over some executors, without what surrounds it: no keys, no limits, no network. */
export function engineOver(
  sdl: string,
  executors: Readonly<Record<string, GraphQLExecutor>>,
  { cache, rewrite }: { cache?: FactCache; rewrite?: RewriteSupergraph | undefined } = {},
): Engine {
  const supergraph = readSupergraph(sdl)
  const documents = new Documents({
    supergraph,
    introspection: true,
    limits,
    storableTextsOnly: false,
    costOf: () => () => 0,
  })
  const operationVariables = new OperationVariables(supergraph.apiSchema)
  const shared = new SharedReads(executors)
  const reads = cache ? cachedReads(cache, shared, supergraph) : shared
  const engine = new GatewayEngine(supergraph, planHere(sdl, rewrite), reads)
  return {
    supergraph,
    async run(text, given, form = 'objects') {
      try {
        const operation = documents.operation(text, undefined, true)
        const variables = operationVariables.withDefaults(operation, { ...given })
        operationVariables.check(operation, variables)
        const { data, errors } = await engine.run(operation, variables, context, form)
        return { data: data instanceof ResponseJson ? (JSON.parse(data.text) as unknown) : data, errors }
      } catch (error) {
        if (error instanceof RefusedDocument) return { errors: error.errors }
        throw error
      }
    },
  }
}
