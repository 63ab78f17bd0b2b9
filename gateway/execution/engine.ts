import type { GraphQLError, OperationDefinitionNode } from 'graphql'
import { createSecondUseCache } from '../../platform/values/second-use-cache.ts'
import type { GatewayContext } from '../context.ts'
import type { Planner, PlanningCaller } from '../planning/planner.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import type { JsonText } from './answer.ts'
import { compilePlan, type CompiledPlan } from './compiled-plan.ts'
import type { CheckedOperation } from './documents.ts'
import { flattened } from './flattening.ts'
import { IntrospectionAnswers, introspectionOf, type Introspection } from './introspection.ts'
import { projectionOf, type ProjectedObject } from './response-projection.ts'
import { respond, type ResponseData } from './response.ts'
import { runPlan } from './run-plan.ts'
import { withPartialTypes } from './partial-types.ts'
import { conditionVariables, selectionOf, type Selection } from './selections.ts'
import type { SharedReads } from './shared-reads.ts'
import { Variants } from './variants.ts'

/** An operation that was planned, for certain values of the variables in its conditions. */
interface Prepared {
  readonly plan: CompiledPlan
  readonly projection: ProjectedObject
  readonly introspection: Introspection | undefined
}

/** In which form a caller takes the data: written as JSON, or as objects. */
export type ResponseForm = 'json' | 'objects'

export interface EngineResult {
  readonly data: ResponseData | JsonText | null
  readonly errors: readonly GraphQLError[]
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

const maxPlans = 1_000
/** What a compiled plan holds in memory for each character of its operation, about. */
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
  readonly #reads: SharedReads
  readonly #planner: Planner
  readonly #prepared = new WeakMap<OperationDefinitionNode, Variants<Prepared>>()
  readonly #introspection: IntrospectionAnswers
  /** By the text that was planned: documents that differ only in names share a plan. */
  readonly #plans = createSecondUseCache<Promise<CompiledPlan>>({
    entries: maxPlans,
    weight: {
      weigh: (text) => text.length * bytesPerCharacter,
      limit: maxPlanBytes,
      heaviest: maxBytesOfPlan,
    },
  })

  constructor(supergraph: Supergraph, planner: Planner, reads: SharedReads) {
    this.#supergraph = supergraph
    this.#planner = planner
    this.#reads = reads
    this.#introspection = new IntrospectionAnswers(planner)
  }

  async run(
    checked: CheckedOperation,
    variables: Record<string, unknown>,
    { identity, meter, signal }: GatewayContext,
    form: ResponseForm,
  ): Promise<EngineResult> {
    const prepared = await this.#prepare(checked, variables, meter)
    const { plan, projection, introspection } = prepared
    const introspected = introspection && (await this.#introspection.find(introspection, variables, meter))
    const { executors } = this.#reads
    const gathered = await runPlan(plan, { executors, identity, variables, signal }, introspected)
    return respond(projection, gathered, form)
  }

  #prepare(checked: CheckedOperation, variables: Record<string, unknown>, caller: PlanningCaller): Promise<Prepared> {
    let variants = this.#prepared.get(checked.operation)
    if (!variants)
      this.#prepared.set(checked.operation, (variants = new Variants(conditionVariables(checked.document))))
    return variants.get(variables, () => this.#plan(checked, variables, caller))
  }

  async #plan(
    { document, operation }: CheckedOperation,
    variables: Record<string, unknown>,
    caller: PlanningCaller,
  ): Promise<Prepared> {
    const { apiSchema, subgraphFields } = this.#supergraph
    const selection = selectionOf(apiSchema, document, operation, variables)
    const introspection = introspectionOf(document, operation)
    const introspected = selection
      .fieldsOf(selection.declared.name)
      .filter(({ type, isTypename }) => type === undefined && !isTypename)
      .map(({ responseKey }) => responseKey)
    const texts = flattened(operation, selection, subgraphFields)
    const key = JSON.stringify([introspected, texts])
    let plan = this.#plans.get(key)
    if (!plan) {
      plan = this.#planTexts(texts, selection, introspected, caller)
      this.#plans.set(key, plan)
      // It may be planned the next time.
      plan.catch(() => this.#plans.delete(key))
    }
    const compiled = await plan
    return { plan: compiled, introspection, projection: projectionOf(apiSchema, selection, compiled.root) }
  }

  async #planTexts(
    texts: readonly string[],
    selection: Selection,
    introspected: readonly string[],
    caller: PlanningCaller,
  ): Promise<CompiledPlan> {
    const { schema, subgraphFields } = this.#supergraph
    const nodes = await Promise.all(
      texts.map(async (text) => {
        const { node } = await this.#planner.plan({ text }, caller)
        if (!node) throw new Error('No subgraph has what the operation selects')
        if (node.kind === 'Subscription') throw new Error('A subscription cannot be run as a query')
        return withPartialTypes(node, selection, subgraphFields)
      }),
    )
    return compilePlan(schema, nodes, introspected.length > 0 ? introspected : undefined)
  }
}
