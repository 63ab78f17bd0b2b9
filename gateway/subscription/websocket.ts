import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import {
  getOperationAST,
  GraphQLError,
  parse,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
} from 'graphql'
import { useServer, type Extra } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Access } from '../access/access.ts'
import type { Authorization } from '../access/authorization.ts'
import type { GatewayContext } from '../context.ts'
import { errorOf, presentedError } from '../errors.ts'
import type { Execution } from '../execution/execution.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import { refuseConditionalRoot, type Subscriptions } from './subscription.ts'

export interface WebSocketOptions {
  readonly path: string
  readonly supergraph: Supergraph
  readonly access: Access
  readonly authorization: Authorization
  readonly execution: Execution
  readonly subscriptions: Subscriptions
  readonly logger: Logger
}

type ConnectionParams = { apiKey?: unknown; acceptLanguage?: unknown }
type Connection = Extra & { identity?: Identity }

const maxMessageBytes = 256 * 1024
/** A reader that leaves more than this unread is dropped; it resumes by its cursor. */
const maxBufferedBytes = 4 * 1_048_576

/** GraphQL over WebSocket in the graphql-transport-ws protocol (decisions 8). Returns what ends it. */
export function attachWebSocket(server: Server, options: WebSocketOptions): { close(): Promise<void> } {
  const { supergraph, access, authorization, execution, subscriptions, logger } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  const documents = createBoundedCache<DocumentNode | readonly GraphQLError[]>(1_000)
  const identityOf = (extra: Connection): Identity => {
    if (!extra.identity) throw new Error('A connection without identity was acknowledged')
    return extra.identity
  }
  const present = (errors: readonly GraphQLError[], identity: Identity): GraphQLError[] =>
    errors.map((error) => presentedError(error, identity.locale, logger))

  function check(query: string, operationName: string | null | undefined): DocumentNode | readonly GraphQLError[] {
    const document = documents.getOrCreate(query, () => {
      let parsed: DocumentNode
      try {
        parsed = parse(query, { maxTokens: 10_000 })
      } catch (error) {
        return [new GraphQLError((error as Error).message, { extensions: { code: 'GRAPHQL_PARSE_FAILED' } })]
      }
      // Before validation, which would evaluate the condition without knowing the variables.
      const conditional = refuseConditionalRoot(parsed)
      if (conditional) return [conditional]
      const errors = validate(supergraph.apiSchema, parsed)
      return errors.length === 0
        ? parsed
        : errors.map(
            (error) =>
              new GraphQLError(error.message, {
                nodes: error.nodes,
                extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
              }),
          )
    })
    if (!('kind' in document)) return document
    return getOperationAST(document, operationName)
      ? document
      : [new GraphQLError('There is no such operation', { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } })]
  }

  const protocol = useServer<ConnectionParams, { identity?: Identity }>(
    {
      connectionInitWaitTimeout: 10_000,
      async onConnect({ connectionParams, extra }) {
        const { headers } = extra.request
        const text = (value: unknown): string | undefined =>
          typeof value === 'string' && value !== '' ? value : undefined
        const apiKey = text(connectionParams?.apiKey) ?? text(headers['x-api-key'])
        if (apiKey !== undefined) {
          try {
            extra.identity = await access.authenticate({
              apiKey,
              acceptLanguage: text(connectionParams?.acceptLanguage) ?? headers['accept-language'],
              requestId: randomUUID(),
            })
            return true
          } catch (error) {
            if (!(error instanceof GraphQLError)) {
              logger.error({ err: error }, 'a connection could not be authenticated')
              extra.socket.close(4500, 'Internal error')
              return false
            }
          }
        }
        extra.socket.close(4401, apiKey === undefined ? 'AUTHENTICATION_REQUIRED' : 'INVALID_API_KEY')
        return false
      },
      onSubscribe({ extra }, _id, { query, operationName, variables }) {
        const identity = identityOf(extra)
        const document = check(query, operationName)
        if (!('kind' in document)) return present(document, identity)
        try {
          authorization.check(document, operationName ?? undefined, identity)
        } catch (error) {
          return present([error as GraphQLError], identity)
        }
        const contextValue: GatewayContext = { identity }
        return {
          schema: supergraph.apiSchema,
          document,
          operationName,
          variableValues: variables ?? {},
          contextValue,
          rootValue: { query },
        }
      },
      execute: async (args: ExecutionArgs): Promise<ExecutionResult> => {
        const { errors, ...result } = await execution.execute(operationOf(args), args.contextValue as GatewayContext)
        return errors ? { ...result, errors: errors.map(errorOf) } : result
      },
      subscribe: ((args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult>> =>
        subscriptions.subscribe({
          document: args.document,
          operationName: args.operationName ?? undefined,
          variables: (args.variableValues ?? {}) as Record<string, unknown>,
          context: args.contextValue as GatewayContext,
        })) as never,
      onNext({ extra }) {
        if (extra.socket.bufferedAmount > maxBufferedBytes) extra.socket.close(4429, 'Too slow: resume by cursor')
      },
    },
    sockets,
    12_000,
  )

  server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] !== options.path) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => sockets.emit('connection', webSocket, request))
  })
  return {
    async close() {
      await protocol.dispose()
    },
  }
}

function operationOf(args: ExecutionArgs): {
  query: string
  operationName: string | undefined
  variables: Record<string, unknown>
} {
  return {
    query: (args.rootValue as { query: string }).query,
    operationName: args.operationName ?? undefined,
    variables: (args.variableValues ?? {}) as Record<string, unknown>,
  }
}
