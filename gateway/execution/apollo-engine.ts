import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway'
import { GraphQLError, OperationTypeNode } from 'graphql'
import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { GatewayContext } from '../context.ts'
import { presentError } from '../errors.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import type { CheckedOperation } from './documents.ts'
import type { EngineResult, OperationEngine } from './engine.ts'
import { errorsOf } from './operation.ts'
import type { Executors } from './run-plan.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Runs queries and mutations with the executor of `@apollo/gateway` itself, over the same subgraphs and behind the same
 * checks: for operators who doubt the engine, and as a reference for it. Subscriptions, which that executor refuses, are
 * run by the engine.
 */
export class ApolloEngine implements OperationEngine {
  readonly #supergraph: Supergraph
  readonly #gateway: ApolloGateway
  #loaded: Promise<unknown> | undefined

  constructor(supergraph: Supergraph, executors: Executors, logger: Logger) {
    this.#supergraph = supergraph
    this.#gateway = new ApolloGateway({
      supergraphSdl: supergraph.sdl,
      logger: silent,
      buildService: ({ name }) => new Subgraph(name, executors[name], logger),
    })
  }

  async run(
    { id, text, document, operation, operationName }: CheckedOperation,
    variables: Record<string, unknown>,
    context: GatewayContext,
  ): Promise<EngineResult> {
    await (this.#loaded ??= this.#gateway.load())
    // Only these members are read; the others describe a request to Apollo Server.
    const request = {
      request: { query: text, variables, ...(operationName === undefined ? {} : { operationName }) },
      document,
      operation,
      operationName: operationName ?? null,
      queryHash: id,
      source: text,
      context,
      schema: this.#supergraph.apiSchema,
      logger: silent,
      metrics: {},
    } as unknown as Parameters<ApolloGateway['executor']>[0]
    const { data = null, errors = [] } = await this.#gateway.executor(request)
    return { data, errors: errors.map((error) => errorWithoutService(error)) }
  }
}

/** A subgraph as `@apollo/gateway` reaches it. Errors keep their causes by being presented before it copies them. */
class Subgraph implements GraphQLDataSource {
  readonly #name: string
  readonly #executor: Pick<GraphQLExecutor, 'execute'> | undefined
  readonly #logger: Logger

  constructor(name: string, executor: Pick<GraphQLExecutor, 'execute'> | undefined, logger: Logger) {
    this.#name = name
    this.#executor = executor
    this.#logger = logger
  }

  async process(options: Parameters<GraphQLDataSource['process']>[0]): ReturnType<GraphQLDataSource['process']> {
    const { query = '', variables = {}, operationName } = options.request
    const { identity, signal } = options.context as GatewayContext
    const logger = this.#logger.child({ requestId: identity.requestId })
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
        ...(errors ? { errors: errors.map((error) => presentError(error, identity.locale, logger)) } : {}),
      }
    } catch (error) {
      return { errors: errorsOf(error).map((one) => presentError(one, identity.locale, logger)) }
    }
  }
}

function errorWithoutService({ message, path, extensions }: GraphQLError): GraphQLError {
  const { serviceName: _service, ...others } = extensions
  return new GraphQLError(message, { path: path ?? null, extensions: others })
}
