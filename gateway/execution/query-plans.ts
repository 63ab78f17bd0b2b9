import { variableDefinitionsFromAST, type VariableDefinitions } from '@apollo/federation-internals'
import type { PlanNode } from '@apollo/query-planner'
import { print, type GraphQLError, type OperationDefinitionNode } from 'graphql'
import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import type { GatewayContext } from '../context.ts'
import type { Planner, PlanningCaller } from '../planning/planner.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import type { CheckedOperation } from './documents.ts'
import { IntrospectionAnswers, introspectionOf, type Introspection } from './introspection.ts'
import { runPlan, type Data } from './run-plan.ts'
import { projectionOf, type Projection } from './response-projection.ts'

interface Plan {
  /** Absent when no subgraph is needed, as with introspection alone. */
  readonly node: PlanNode | undefined
  readonly introspection: Introspection | undefined
  readonly variableDefinitions: VariableDefinitions
  readonly shape: Projection
}

/**
 * Plans checked operations and executes the plans. The library's own gateway parses, checks and plans the operation for
 * each request, and looks every field up when it builds the response; here everything that follows from the document is
 * computed once and cached with the document.
 */
export class Plans {
  readonly #supergraph: Supergraph
  readonly #executors: Readonly<Record<string, GraphQLExecutor>>
  readonly #planner: Planner
  readonly #plans = new WeakMap<OperationDefinitionNode, Promise<Plan>>()
  readonly #introspection: IntrospectionAnswers

  constructor(supergraph: Supergraph, planner: Planner, executors: Readonly<Record<string, GraphQLExecutor>>) {
    this.#supergraph = supergraph
    this.#planner = planner
    this.#executors = executors
    this.#introspection = new IntrospectionAnswers(planner)
  }

  async run(
    checked: CheckedOperation,
    variables: Record<string, unknown>,
    { identity, meter }: GatewayContext,
  ): Promise<{ data: Data | null; errors: readonly GraphQLError[] }> {
    const { node, introspection, variableDefinitions, shape } = await this.#planOf(checked, meter)
    const errors: GraphQLError[] = []
    const data: Data = introspection ? { ...(await this.#introspection.find(introspection, variables, meter)) } : {}
    if (node) {
      const { schema } = this.#supergraph
      const executors = this.#executors
      await runPlan(node, { schema, executors, identity, variables, variableDefinitions, errors, data })
    }
    return { data: shape(data, variables), errors }
  }

  #planOf(checked: CheckedOperation, caller: PlanningCaller): Promise<Plan> {
    const known = this.#plans.get(checked.operation)
    if (known) return known
    const plan = this.#plan(checked, caller)
    this.#plans.set(checked.operation, plan)
    // It may be planned the next time.
    plan.catch(() => this.#plans.delete(checked.operation))
    return plan
  }

  async #plan({ document, operation, operationName }: CheckedOperation, caller: PlanningCaller): Promise<Plan> {
    const { federationApiSchema, apiSchema } = this.#supergraph
    // The document as it was checked: shorter than its text, which may repeat its fields.
    const { node } = await this.#planner.plan({ text: print(document), operationName }, caller)
    if (node?.kind === 'Subscription') throw new Error('A subscription cannot be run as a query')
    const variableDefinitions = variableDefinitionsFromAST(federationApiSchema, operation.variableDefinitions ?? [])
    const introspection = introspectionOf(document, operation)
    return { node, introspection, variableDefinitions, shape: projectionOf(apiSchema, document, operation) }
  }
}
