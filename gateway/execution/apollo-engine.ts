import type { ApolloGateway, GraphQLDataSource } from '@apollo/gateway'
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  separateOperations,
  visit,
  type DocumentNode,
  type SelectionNode,
} from 'graphql'
import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import { conditionsOf, isIncluded } from '../../platform/graphql/selection/conditions.ts'
import type { GatewayContext } from '../context.ts'
import type { PresentError } from '../errors.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import type { CheckedOperation } from './documents/index.ts'
import type { EngineResult, OperationEngine } from './engine.ts'
import { errorsOf } from './operation.ts'
import type { Executors } from './run/index.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Runs queries and mutations with the executor of `@apollo/gateway` itself, over the same subgraphs and behind the same
 * checks: for operators who doubt the engine, and as a reference for it. Subscriptions, which that executor refuses, are
 * run by the engine.
 */
export class ApolloEngine implements OperationEngine {
  readonly #supergraph: Supergraph
  readonly #gateway: Promise<ApolloGateway>

  constructor(supergraph: Supergraph, executors: Executors, present: PresentError) {
    this.#supergraph = supergraph
    this.#gateway = load(supergraph, executors, present)
    // Each operation reports it.
    this.#gateway.catch(() => undefined)
  }

  async run(
    { id, text, document: sent, operation: { name }, operationName }: CheckedOperation,
    variables: Record<string, unknown>,
    context: GatewayContext,
  ): Promise<EngineResult> {
    const gateway = await this.#gateway
    // Conditions of the document's other operations may use variables that this one does not have.
    const alone = separateOperations(sent)[name?.value ?? ''] ?? sent
    const { document, conditions } = withoutConditions(alone, variables)
    // Only these members are read; the others describe a request to Apollo Server.
    const request = {
      request: { query: text, variables, ...(operationName === undefined ? {} : { operationName }) },
      document,
      operation: getOperationAST(document, operationName),
      operationName: operationName ?? null,
      // Plans are cached by it.
      queryHash: id + conditions,
      source: text,
      context,
      schema: this.#supergraph.apiSchema,
      logger: silent,
      metrics: {},
    } as unknown as Parameters<ApolloGateway['executor']>[0]
    const { data = null, errors = [] } = await gateway.executor(request)
    return { data, errors: errors.map((error) => errorWithoutService(error)) }
  }
}

/**
 * Applies `@skip` and `@include` to a document, because the executor returns null for an object when one subgraph has
 * both a field that is left out and a field that is selected. `conditions` tells the results apart, in the order of the
 * directives. A document that would have an empty selection stays as it is.
 */
function withoutConditions(
  document: DocumentNode,
  variables: Record<string, unknown>,
): { readonly document: DocumentNode; readonly conditions: string } {
  let conditions = ''
  let isEmpty = false
  const resolve = (node: SelectionNode): SelectionNode | null | undefined => {
    const decided = conditionsOf(node).map(({ directive }) => directive)
    if (decided.length === 0) return undefined
    const isSelected = isIncluded(node, variables)
    conditions += isSelected ? '+' : '-'
    return isSelected
      ? { ...node, directives: node.directives?.filter((directive) => !decided.includes(directive)) ?? [] }
      : null
  }
  const resolved = visit(document, {
    Field: resolve,
    InlineFragment: resolve,
    FragmentSpread: resolve,
    SelectionSet: { leave: ({ selections }) => void (isEmpty ||= selections.length === 0) },
  })
  return isEmpty ? { document, conditions: '' } : { document: resolved, conditions }
}

/** The package takes half a second to load, which only installations that run operations with it pay for. */
async function load(supergraph: Supergraph, executors: Executors, present: PresentError): Promise<ApolloGateway> {
  const { ApolloGateway } = await import('@apollo/gateway')
  const gateway = new ApolloGateway({
    supergraphSdl: supergraph.sdl,
    logger: silent,
    buildService: ({ name }) => new Subgraph(name, executors[name], present),
  })
  await gateway.load()
  return gateway
}

/** A subgraph as `@apollo/gateway` reaches it. Errors keep their causes by being presented before it copies them. */
class Subgraph implements GraphQLDataSource {
  readonly #name: string
  readonly #executor: Pick<GraphQLExecutor, 'execute'> | undefined
  readonly #present: PresentError

  constructor(name: string, executor: Pick<GraphQLExecutor, 'execute'> | undefined, present: PresentError) {
    this.#name = name
    this.#executor = executor
    this.#present = present
  }

  async process(options: Parameters<GraphQLDataSource['process']>[0]): ReturnType<GraphQLDataSource['process']> {
    const { query = '', variables = {}, operationName } = options.request
    const { identity, signal } = options.context as GatewayContext
    const isMutation =
      'incomingRequestContext' in options &&
      options.incomingRequestContext.operation.operation === OperationTypeNode.MUTATION
    try {
      if (!this.#executor) throw new Error(`No executor for the subgraph ${this.#name} is configured`)
      const { data, errors } = await this.#executor.execute(
        { query, variables, ...(operationName === undefined ? {} : { operationName }) },
        identity,
        isMutation ? { isMutation } : { signal },
      )
      return {
        data: data ?? null,
        ...(errors ? { errors: errors.map((error) => this.#present(error, identity)) } : {}),
      }
    } catch (error) {
      return { errors: errorsOf(error).map((one) => this.#present(one, identity)) }
    }
  }
}

function errorWithoutService({ message, path, extensions }: GraphQLError): GraphQLError {
  const { serviceName: _service, ...others } = extensions
  return new GraphQLError(message, { path: path ?? null, extensions: others })
}
