import { buildOperationContext, executeQueryPlan, type GraphQLDataSource } from '@apollo/gateway'
import { operationFromDocument } from '@apollo/federation-internals'
import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner'
import { GraphQLError, Kind, OperationTypeNode, print, type DocumentNode, type ExecutionResult } from 'graphql'
import { mapAsync } from '../../platform/async-iterator.ts'
import type { GraphQLExecutor } from '../../platform/graphql-executor.ts'
import type { Logger } from '../../platform/logger.ts'
import type { GatewayContext } from '../context.ts'
import { presentedError } from '../errors.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'

export interface SubscriptionOptions {
  readonly supergraph: Supergraph
  readonly executors: Readonly<Record<string, GraphQLExecutor>>
  readonly sources: Readonly<Record<string, GraphQLDataSource>>
  readonly logger: Logger
}

export interface SubscriptionOperation {
  readonly document: DocumentNode
  readonly operationName?: string | undefined
  readonly variables: Record<string, unknown>
  readonly context: GatewayContext
}

/**
 * Federated subscriptions, which `@apollo/gateway` itself refuses (specification 6). The planner splits one into
 * `primary`, a subscription at the subgraph that owns the root field, and `rest`, what other subgraphs add. We
 * subscribe to the first and, for each event, execute both with a data source that answers the first from the event.
 */
export class Subscriptions {
  readonly #options: SubscriptionOptions
  readonly #plans = new WeakMap<
    DocumentNode,
    Map<string | undefined, { primary: FetchNode; rest: PlanNode | undefined }>
  >()

  constructor(options: SubscriptionOptions) {
    this.#options = options
  }

  /** Results of a validated and authorized subscription, until the subgraph or the reader ends it. */
  async subscribe(operation: SubscriptionOperation): Promise<AsyncIterableIterator<ExecutionResult>> {
    const { primary, rest } = this.#planOf(operation)
    const executor = this.#options.executors[primary.serviceName]
    if (!executor) throw new Error(`No way to the subgraph ${primary.serviceName} is configured`)
    const variables = Object.fromEntries(
      (primary.variableUsages ?? [])
        .filter((name) => Object.hasOwn(operation.variables, name))
        .map((name) => [name, operation.variables[name]]),
    )
    const { identity } = operation.context
    const logger = this.#options.logger.child({ requestId: identity.requestId })
    const events = await executor.subscribe({ query: primary.operation, variables }, identity)
    return mapAsync(events, async (event) => {
      const result = event.data && !event.errors ? await this.#complete(operation, primary, rest, event) : event
      return result.errors
        ? { ...result, errors: result.errors.map((error) => presentedError(error, identity.locale, logger)) }
        : result
    })
  }

  #planOf({ document, operationName }: SubscriptionOperation): { primary: FetchNode; rest: PlanNode | undefined } {
    let plans = this.#plans.get(document)
    if (!plans)
      this.#plans.set(
        document,
        (plans = new Map<string | undefined, { primary: FetchNode; rest: PlanNode | undefined }>()),
      )
    let plan = plans.get(operationName)
    if (!plan) {
      const { federationApiSchema, planner } = this.#options.supergraph
      const { node } = planner.buildQueryPlan(operationFromDocument(federationApiSchema, document, { operationName }))
      if (node?.kind !== 'Subscription')
        throw new GraphQLError('This is not a subscription', { extensions: { code: 'BAD_REQUEST' } })
      plans.set(operationName, (plan = { primary: node.primary, rest: node.rest }))
    }
    return plan
  }

  async #complete(
    operation: SubscriptionOperation,
    primary: FetchNode,
    rest: PlanNode | undefined,
    event: ExecutionResult,
  ): Promise<ExecutionResult> {
    const { supergraph, sources } = this.#options
    const { document, operationName, variables, context } = operation
    const fromEvent: GraphQLDataSource = {
      process: (options) =>
        options.request.query === primary.operation
          ? Promise.resolve({ data: event.data ?? null })
          : (sources[primary.serviceName]?.process(options) ?? Promise.reject(new Error('unreachable'))),
    }
    const plan: QueryPlan = { kind: 'QueryPlan', node: rest ? { kind: 'Sequence', nodes: [primary, rest] } : primary }
    const operationContext = buildOperationContext({
      schema: supergraph.apiSchema,
      operationDocument: document,
      ...(operationName === undefined ? {} : { operationName }),
    })
    const result = await executeQueryPlan(
      plan,
      { ...sources, [primary.serviceName]: fromEvent },
      { request: { query: print(document), variables }, context, logger: console } as never,
      operationContext,
      supergraph.schema,
      supergraph.federationApiSchema,
    )
    return {
      ...(result.data === undefined ? {} : { data: result.data as Record<string, unknown> }),
      ...(result.errors ? { errors: result.errors as GraphQLError[] } : {}),
    }
  }
}

/** Conditions on a root field would leave a subscription without a source: GraphQL's specification forbids them. */
export function refuseConditionalRoot(document: DocumentNode): GraphQLError | undefined {
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== OperationTypeNode.SUBSCRIPTION)
      continue
    const conditional = definition.selectionSet.selections.find(({ directives }) =>
      directives?.some(({ name }) => name.value === 'skip' || name.value === 'include'),
    )
    if (conditional) {
      return new GraphQLError('@skip and @include are not allowed on the root field of a subscription', {
        nodes: conditional,
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      })
    }
  }
  return undefined
}
