import { operationFromDocument, type VariableDefinitions } from '@apollo/federation-internals'
import type { PlanNode } from '@apollo/query-planner'
import type { GraphQLError, OperationDefinitionNode } from 'graphql'
import type { GraphQLExecutor } from '../../platform/graphql-executor.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import type { CheckedOperation } from './documents.ts'
import { runPlan, type Data } from './run-plan.ts'
import { shapeOf, type Shape } from './shape.ts'

interface Plan {
  /** Absent when there is nothing to ask a subgraph, as with introspection alone. */
  readonly node: PlanNode | undefined
  readonly variableDefinitions: VariableDefinitions
  readonly shape: Shape
}

/**
 * Plans checked operations and runs them. The library's own gateway reads, checks and plans the operation anew for each
 * request, and shapes its answer by looking every field up; here all that follows from the document is worked out once
 * and kept as long as the document is.
 */
export class Plans {
  readonly #supergraph: Supergraph
  readonly #executors: Readonly<Record<string, GraphQLExecutor>>
  readonly #plans = new WeakMap<OperationDefinitionNode, Plan>()

  constructor(supergraph: Supergraph, executors: Readonly<Record<string, GraphQLExecutor>>) {
    this.#supergraph = supergraph
    this.#executors = executors
  }

  async run(
    checked: CheckedOperation,
    variables: Record<string, unknown>,
    identity: Identity,
  ): Promise<{ data: Data | null; errors: readonly GraphQLError[] }> {
    const { node, variableDefinitions, shape } = this.#planOf(checked)
    const errors: GraphQLError[] = []
    const data: Data = {}
    if (node) {
      const { schema } = this.#supergraph
      const executors = this.#executors
      await runPlan(node, { schema, executors, identity, variables, variableDefinitions, errors, data })
    }
    return { data: shape(data, variables), errors }
  }

  #planOf({ document, operation, operationName }: CheckedOperation): Plan {
    const known = this.#plans.get(operation)
    if (known) return known
    const { federationApiSchema, apiSchema, planner } = this.#supergraph
    const read = operationFromDocument(federationApiSchema, document, {
      // It was validated with every rule when it was checked.
      validate: false,
      ...(operationName === undefined ? {} : { operationName }),
    })
    const { node } = planner.buildQueryPlan(read)
    if (node?.kind === 'Subscription') throw new Error('A subscription cannot be run as a query')
    const shape = shapeOf(apiSchema, document, operation)
    const plan = { node, variableDefinitions: read.variableDefinitions, shape }
    this.#plans.set(operation, plan)
    return plan
  }
}
