import type { PlanNode } from '@apollo/query-planner'
import { OperationTypeNode, type GraphQLError, type OperationDefinitionNode } from 'graphql'
import type { CachedResponses } from '../cache/cached-responses.ts'
import { dataBytes } from '../cache/weigh.ts'
import type { Variables } from '../../platform/graphql/selection/conditions.ts'
import { VariantsByOperation } from '../../platform/graphql/selection/variants.ts'
import { workClock } from '../../platform/process/work-account.ts'
import { SecondUseCache } from '../../platform/values/second-use-cache.ts'
import type { GatewayContext } from '../context.ts'
import { plansMade } from '../metrics.ts'
import type { Planner, PlanningCaller } from '../planning/planner.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import { projectionOf, respond, ResponseJson, type ProjectedObject, type ResponseData } from './response/index.ts'
import {
  compilePlan,
  fetchesOf,
  flattened,
  flattenedOneByOne,
  selectionOf,
  withPartialTypes,
  type CompiledPlan,
  type Selection,
} from './plan/index.ts'
import type { CheckedOperation } from './documents/index.ts'
import type { CacheUse } from './operation.ts'
import { IntrospectionResponses, introspectionOf, runPlan, type Executors, type Introspection } from './run/index.ts'

/** An operation that was planned, for certain values of the variables in its conditions. */
interface PlannedOperation {
  readonly plan: CompiledPlan
  readonly projection: ProjectedObject
  readonly introspection: Introspection | undefined
  /** Names it in the cache of responses; undefined for what is never cached. */
  readonly cacheName: string | undefined
}

/** The subgraphs, and what is in memory of their responses. */
export interface Reads {
  readonly executors: Executors
  /** Absent without a cache. */
  readonly cached?: CachedReadsOfPlans | undefined
}

/** The cache, as the engine uses it. */
export interface CachedReadsOfPlans {
  readonly responses: CachedResponses
  /** Whether the operation of a plan is cached. */
  isCached(query: string): boolean
}

/** In which form a caller takes the data: written as JSON, or as objects. */
export type ResponseForm = 'json' | 'objects'

export interface EngineResult {
  readonly data: ResponseData | ResponseJson | null
  readonly errors: readonly GraphQLError[]
  /** Absent for what is never cached. */
  readonly cacheUse?: CacheUse | undefined
}

/** Runs queries and mutations that were checked. */
export interface OperationEngine {
  run(
    checked: CheckedOperation,
    variables: Record<string, unknown>,
    context: GatewayContext,
    form: ResponseForm,
  ): Promise<EngineResult>
}

/** Numbers what was prepared, for any supergraph. */
let preparedOperations = 0
const maxPlans = 1_000
/** Approximate bytes of a compiled plan in memory for each character of its operation. */
const bytesPerCharacter = 100
const maxPlanBytes = 24_000_000
const maxBytesOfPlan = 2_500_000

/**
 * Runs operations over the subgraphs. An operation is flattened, planned and compiled once (selections.ts, flattening.ts,
 * compiled-plan.ts); each request then runs the plan's fetches (run-plan.ts) and writes the response directly from what
 * the subgraphs returned (response.ts).
 */
export class Engine implements OperationEngine {
  readonly #supergraph: Supergraph
  readonly #reads: Reads
  readonly #planner: Planner
  readonly #prepared = new VariantsByOperation<Promise<PlannedOperation>>()
  readonly #introspection: IntrospectionResponses
  /** By the text that was planned: documents that differ only in names share a plan. */
  readonly #plans = new SecondUseCache<Promise<CompiledPlan>>({
    max: maxPlans,
    maxSize: maxPlanBytes,
    maxEntrySize: maxBytesOfPlan,
    sizeCalculation: (_plan, text) => text.length * bytesPerCharacter,
  })

  constructor(supergraph: Supergraph, planner: Planner, reads: Reads) {
    this.#supergraph = supergraph
    this.#planner = planner
    this.#reads = reads
    this.#introspection = new IntrospectionResponses(planner)
  }

  async run(
    checked: CheckedOperation,
    variables: Record<string, unknown>,
    context: GatewayContext,
    form: ResponseForm,
  ): Promise<EngineResult> {
    const begunAt = performance.now()
    const { identity, meter } = context
    const account = workClock.current
    const prepared = await this.#prepared.get(checked, variables, (conditions) =>
      this.#prepare(checked, conditions, meter),
    )
    const { plan, projection, introspection, cacheName } = prepared
    const responses = cacheName === undefined ? undefined : this.#reads.cached?.responses
    const key = responses && (await responses.keyOf(`${cacheName} ${form}`, variables, identity, begunAt))
    // Others may have waited for the same plan, or the same changes of facts.
    if (workClock.current !== account) await workClock.continueAs(account)
    const known = key === undefined ? undefined : responses?.find(key)
    if (known)
      return { data: known.data as EngineResult['data'], errors: [], cacheUse: { status: 'hit', response: known } }
    const introspected =
      introspection && (await workClock.resume(this.#introspection.find(introspection, variables, meter)))
    const { executors } = this.#reads
    const options = { executors, identity, variables, signal: context.signal, begunAt }
    const gathered = await runPlan(plan, options, introspected)
    const result = await respond(projection, gathered, form)
    if (!responses) return result
    const { data, errors } = result
    const dependencies = gathered.dependencies.all
    if (key === undefined || !dependencies || !data || errors.length > 0)
      return { ...result, cacheUse: { status: 'miss', response: undefined } }
    const bytes = data instanceof ResponseJson ? data.bytes.length : dataBytes(data)
    const response = responses.add(key, data, bytes, dependencies)
    return { ...result, cacheUse: { status: 'miss', response } }
  }

  async #prepare(
    { document, operation }: CheckedOperation,
    conditions: Variables,
    caller: PlanningCaller,
  ): Promise<PlannedOperation> {
    const { apiSchema } = this.#supergraph
    const selection = selectionOf(apiSchema, document, operation, conditions)
    const introspection = introspectionOf(document, operation)
    const introspected = selection
      .fieldsOf(selection.declared.name)
      .filter(({ type, isTypename }) => type === undefined && !isTypename)
      .map(({ responseKey }) => responseKey)
    const text = flattened(operation, selection)
    const key = JSON.stringify([introspected, text])
    let plan = this.#plans.get(key)
    if (!plan) {
      plan = this.#planOperation(operation, selection, introspected, caller)
      this.#plans.set(key, plan)
      // It may be planned the next time.
      plan.catch(() => this.#plans.delete(key))
    }
    const compiled = await plan
    const { cached } = this.#reads
    const isCached =
      cached !== undefined && !introspection && fetchesOf(compiled.step).every(({ query }) => cached.isCached(query))
    return {
      plan: compiled,
      introspection,
      projection: projectionOf(this.#supergraph, selection, compiled.root),
      cacheName: isCached ? String((preparedOperations += 1)) : undefined,
    }
  }

  async #planOperation(
    operation: OperationDefinitionNode,
    selection: Selection,
    introspected: readonly string[],
    caller: PlanningCaller,
  ): Promise<CompiledPlan> {
    const node = await this.#planNode(operation, selection, caller)
    return compilePlan(this.#supergraph, node, introspected.length > 0 ? introspected : undefined)
  }

  /**
   * A mutation whose results are completed by other subgraphs is planned field by field: the planner would run the
   * mutations of one subgraph together, and complete their results afterwards.
   */
  async #planNode(
    operation: OperationDefinitionNode,
    selection: Selection,
    caller: PlanningCaller,
  ): Promise<PlanNode | undefined> {
    const text = flattened(operation, selection)
    if (text === undefined) return undefined
    const plan = (one: string) => this.#planText(one, selection, caller)
    const node = await plan(text)
    if (operation.operation !== OperationTypeNode.MUTATION || node.kind === 'Fetch') return node
    const texts = flattenedOneByOne(operation, selection)
    return texts.length > 1 ? { kind: 'Sequence', nodes: await Promise.all(texts.map(plan)) } : node
  }

  async #planText(text: string, selection: Selection, caller: PlanningCaller): Promise<PlanNode> {
    const { node } = await this.#planner.plan({ text }, caller)
    plansMade.inc()
    if (!node) throw new Error('No subgraph has what the operation selects')
    if (node.kind === 'Subscription') throw new Error('A subscription cannot be run as a query')
    return withPartialTypes(node, selection, this.#supergraph.subgraphFields)
  }
}
