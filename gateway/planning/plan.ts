import { operationFromDocument, Supergraph } from '@apollo/federation-internals'
import { QueryPlanner, type QueryPlan } from '@apollo/query-planner'
import { executeSync, parse, type GraphQLSchema } from 'graphql'
import { readScalarsOf } from '../../platform/graphql/scalars.ts'
import { withoutSecurityRequirement } from '../supergraph/supergraph.ts'

/** One operation of a valid document. */
export interface PlanRequest {
  readonly text: string
  /** Undefined when the document has no other operation. */
  readonly operationName?: string | undefined
}

/** An operation that selects nothing but `__schema` and `__type`. */
export interface IntrospectionRequest {
  readonly text: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** A supergraph as the planner reads it, and the way back from its plans. */
export interface PlannedSupergraph {
  readonly sdl: string
  restore(plan: QueryPlan): QueryPlan
}

/** Has the planner read another supergraph than the composed one: a graph may have what it cannot plan. */
export type RewriteSupergraph = (sdl: string) => PlannedSupergraph

const unchanged: RewriteSupergraph = (sdl) => ({ sdl, restore: (plan) => plan })

/** The planner represents an entity by its first key in a subgraph, even if the subgraph cannot resolve that one. */
const withResolvableKeysFirst = (sdl: string): string =>
  sdl.replace(/(?:\s*@join__type\([^)]*\))+/g, (all) => {
    const keys = all.match(/\s*@join__type\([^)]*\)/g) ?? []
    const isResolvable = (key: string): boolean => !/resolvable: false/.test(key)
    return [...keys.filter(isResolvable), ...keys.filter((key) => !isResolvable(key))].join('')
  })

/** Computations that depend on a supergraph and a document alone. They may take long, and block the thread that they run on. */
export class SupergraphWork {
  readonly #planned: PlannedSupergraph
  readonly #planner: QueryPlanner
  readonly #plannedSchema
  /** Made when it is first asked for: few callers introspect. */
  readonly #apiSchema: () => GraphQLSchema

  constructor(sdl: string, rewrite: RewriteSupergraph = unchanged) {
    const composed = withResolvableKeysFirst(withoutSecurityRequirement(sdl))
    this.#planned = rewrite(composed)
    // Validated by readSupergraph; the planned schema was made from it.
    const federation = Supergraph.build(composed, { validateSupergraph: false })
    const planned =
      this.#planned.sdl === composed ? federation : Supergraph.build(this.#planned.sdl, { validateSupergraph: false })
    this.#planner = new QueryPlanner(planned)
    this.#plannedSchema = planned.apiSchema()
    let apiSchema: GraphQLSchema | undefined
    this.#apiSchema = () => (apiSchema ??= readScalarsOf(federation.apiSchema().toGraphQLJSSchema()))
  }

  plan({ text, operationName }: PlanRequest): QueryPlan {
    const operation = operationFromDocument(this.#plannedSchema, parse(text), {
      // It was validated with every rule when it was checked.
      validate: false,
      ...(operationName === undefined ? {} : { operationName }),
    })
    return this.#planned.restore(this.#planner.buildQueryPlan(operation))
  }

  introspect({ text, variables }: IntrospectionRequest): Record<string, unknown> {
    const { data } = executeSync({ schema: this.#apiSchema(), document: parse(text), variableValues: variables })
    return data ?? {}
  }
}
