import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { GraphQLError, type ExecutionArgs, type ExecutionResult } from 'graphql'
import { useServer, type Extra } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { clientAddress, type ProxyTrust } from '../../platform/client-address.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Access } from '../access/access.ts'
import type { GatewayContext } from '../context.ts'
import { errorOf, presentedError } from '../errors.ts'
import { errorsOf, type AdmittedOperation, type Execution } from '../execution/execution.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'
import type { Subscriptions } from './subscription.ts'

export interface WebSocketOptions {
  readonly path: string
  readonly supergraph: Supergraph
  readonly access: Access
  readonly execution: Execution
  readonly subscriptions: Subscriptions
  /** Which proxies tell the caller's address. */
  readonly trusts: ProxyTrust
  readonly logger: Logger
}

type ConnectionParams = { apiKey?: unknown; acceptLanguage?: unknown }
type Connection = Extra & { identity?: Identity }

const maxMessageBytes = 256 * 1024
/** A reader that leaves more than this unread is dropped; it resumes by its cursor. */
const maxBufferedBytes = 4 * 1_048_576

/** GraphQL over WebSocket in the graphql-transport-ws protocol (decisions 8). Returns what ends it. */
export function attachWebSocket(server: Server, options: WebSocketOptions): { close(): Promise<void> } {
  const { supergraph, access, execution, subscriptions, trusts, logger } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  const identityOf = (extra: Connection): Identity => {
    if (!extra.identity) throw new Error('A connection without identity was acknowledged')
    return extra.identity
  }
  const present = (errors: readonly GraphQLError[], identity: Identity): GraphQLError[] =>
    errors.map((error) => presentedError(error, identity.locale, logger))

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
            const stopWatching = access.watch(extra.identity, () => extra.socket.close(4401, 'INVALID_API_KEY'))
            extra.socket.once('close', stopWatching)
            return true
          } catch (error) {
            if (!(error instanceof GraphQLError)) {
              logger.error({ err: error }, 'a connection could not be authenticated')
              extra.socket.close(4500, 'Internal error')
              return false
            }
          }
        }
        const refusal = await access
          .tally(undefined, clientAddress(extra.request, trusts))
          .take()
          .then(
            () => (apiKey === undefined ? 'AUTHENTICATION_REQUIRED' : 'INVALID_API_KEY'),
            () => 'RATE_LIMIT_EXCEEDED',
          )
        extra.socket.close(refusal === 'RATE_LIMIT_EXCEEDED' ? 4429 : 4401, refusal)
        return false
      },
      async onSubscribe({ extra }, _id, { query, operationName, variables, extensions }) {
        const identity = identityOf(extra)
        const tally = access.tally(identity, clientAddress(extra.request, trusts))
        const contextValue: GatewayContext = { identity, tally }
        try {
          const admitted = await execution.admit(
            {
              // An id instead of the text leaves the text empty, for the protocol asks for one.
              query: query === '' ? undefined : query,
              operationName: operationName ?? undefined,
              variables: variables ?? undefined,
              extensions: extensions ?? undefined,
            },
            contextValue,
          )
          const { document, operation } = admitted
          return {
            schema: supergraph.apiSchema,
            document,
            operationName: operation.name?.value,
            variableValues: admitted.variables,
            contextValue,
            rootValue: admitted,
          }
        } catch (error) {
          return present(errorsOf(error), identity)
        }
      },
      execute: async (args: ExecutionArgs): Promise<ExecutionResult> => {
        const { errors, ...result } = await execution.run(admittedOf(args), args.contextValue as GatewayContext)
        return errors ? { ...result, errors: errors.map(errorOf) } : result
      },
      subscribe: ((args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult>> =>
        subscriptions.subscribe({
          document: args.document,
          operationName: args.operationName ?? undefined,
          variables: admittedOf(args).variables,
          context: args.contextValue as GatewayContext,
        })) as never,
      onNext({ extra }) {
        if (extra.socket.bufferedAmount > maxBufferedBytes) extra.socket.close(4429, 'Too slow: resume by cursor')
      },
    },
    sockets,
    12_000,
  )

  /** Answers a request that does not become a WebSocket; it counts for its address like any other. */
  async function refuseUpgrade(request: IncomingMessage, socket: Duplex, status: string): Promise<void> {
    const tally = access.tally(undefined, clientAddress(request, trusts))
    const told = await tally.settle().then(
      () => status,
      () => '429 Too Many Requests',
    )
    const headers = Object.entries({ connection: 'close', 'content-length': '0', ...tally.headers })
    socket.end(`HTTP/1.1 ${told}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  }
  sockets.on('wsClientError', (_error, socket, request) => void refuseUpgrade(request, socket, '400 Bad Request'))

  server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] !== options.path) {
      void refuseUpgrade(request, socket, '404 Not Found')
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

const admittedOf = (args: ExecutionArgs): AdmittedOperation => args.rootValue as AdmittedOperation
