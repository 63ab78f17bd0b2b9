import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { CallerLeft, causeOf, isDependencyDown } from '../process/failures.ts'
import { jsonParser, mebibyte } from '../http/body.ts'
import { accountOf } from '../http/request-account.ts'
import { RequestValue } from '../http/request-value.ts'
import { createHttpServer, type HttpServerOptions } from '../http/server.ts'
import { workClock } from '../process/work-account.ts'
import { unsigned, type Identity, type IdentitySigner } from '../trust/identity.ts'
import { apolloHandler } from './apollo-handler.ts'
import { identityExtension, identityHeader, usedTimeHeader } from './http-executor.ts'
import type { Logger } from '../process/logger.ts'
import { registerOperationsEndpoints } from '../http/health-endpoints.ts'
import { compiledHandler, type OperationHandlerOptions } from './operation-handler.ts'
import type { MetricsSettings } from '../http/metrics-endpoint.ts'
import { readinessOf } from '../process/readiness.ts'
import type { Subgraph } from './subgraph.ts'

export interface SubgraphServerOptions {
  /** Where metrics are served; at the same address when absent. */
  readonly metrics?: MetricsSettings
  readonly host: string
  readonly port: number
  readonly signer: IdentitySigner
  readonly logger: Logger
  readonly http?: HttpServerOptions
  /** The executor of queries and mutations: compiled operations, or Apollo Server (docs/contributors/executors.md). */
  readonly executor?: 'engine' | 'apollo'
}

const tokenIn = (extensions: Record<string, unknown> | null | undefined): string | undefined => {
  const token = extensions?.[identityExtension]
  return typeof token === 'string' ? token : undefined
}

/** An error of a resolver that is not a refusal. */
function unexpectedFailure(error: unknown): Error | undefined {
  const cause = error instanceof GraphQLError ? causeOf(error) : error
  return cause instanceof Error && !(cause instanceof GraphQLError) ? cause : undefined
}

/** An error as callers may see it: what failed unexpectedly is hidden. */
function hideFailure(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const failure = unexpectedFailure(error)
  if (!failure) return formatted
  return {
    ...formatted,
    message: 'Internal error',
    extensions: { code: isDependencyDown(failure) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR' },
  }
}

/** A subgraph in its own process: GraphQL over HTTP and WebSocket for callers with a signed identity. */
export async function serveSubgraph(
  subgraph: Subgraph,
  options: SubgraphServerOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const { signer, logger } = options
  const atSameAddress = { HOST: options.host, PORT: options.port, METRICS_MAX_AGE_MS: 1_000, NODE_ENV: 'development' }
  const app = createHttpServer(logger, { ...options.http, bodyLimit: 16 * 1_048_576 })
  const logFailures: OperationHandlerOptions['logFailures'] = (errors, requestId) => {
    for (const error of errors) {
      const failure = unexpectedFailure(error)
      if (failure && !(failure instanceof CallerLeft)) logger.error({ err: failure, requestId }, 'an operation failed')
    }
  }
  const callers = identifyCallers(app, signer, subgraph.name)
  const handlerOptions = { subgraph, identityOf: callers.of, logFailures, formatError: hideFailure }
  const operations =
    options.executor === 'apollo' ? await apolloHandler(app, handlerOptions) : compiledHandler(handlerOptions)
  app.post('/graphql', callers.route, operations.handle)
  app.addHook('onSend', (request, reply, _payload, done) => {
    workClock.lap()
    reply.header(usedTimeHeader, accountOf(request.raw)?.used ?? 0)
    done()
  })
  registerOperationsEndpoints(
    app,
    readinessOf({ [subgraph.name]: () => subgraph.check() }),
    options.metrics ?? atSameAddress,
  )

  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1_048_576 })
  const subscriptions = useServer(
    {
      schema: subgraph.schema,
      // One connection carries the subscriptions of many callers: each sends its own signed identity.
      onSubscribe: async (_connection, _id, { extensions, ...operation }) => {
        const token = tokenIn(extensions)
        const refusal = await signer.verify(token, subgraph.name, JSON.stringify(operation)).then(
          () => undefined,
          (error: unknown) => error as GraphQLError,
        )
        // Only this operation is refused: the others on the connection continue.
        return refusal ? [refusal] : undefined
      },
      context: (_connection, _id, { extensions }) => subgraph.createContext(signer.read(tokenIn(extensions) ?? '')),
    },
    sockets,
  )
  app.server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?')[0] !== '/graphql') return void socket.destroy()
    sockets.handleUpgrade(request, socket, head, (webSocket) => sockets.emit('connection', webSocket, request))
  })
  const url = await app.listen({ host: options.host, port: options.port })
  return {
    url: `${url}/graphql`,
    async close() {
      await subscriptions.dispose()
      await app.close()
      await operations.stop()
      await subgraph.close()
    },
  }
}

/** Who sends the requests of a server. */
interface IdentifiedCallers {
  /** The options by which a route identifies its callers. */
  readonly route: Pick<RouteShorthandOptions, 'onRequest' | 'errorHandler'>
  readonly of: (request: FastifyRequest) => Identity
}

/**
 * Identifies the caller of a request before its body is parsed: by its token before anything of the body is read, and
 * by the hash of the body in it before what was read is looked at.
 */
function identifyCallers(app: FastifyInstance, signer: IdentitySigner, audience: string): IdentifiedCallers {
  const identities = new RequestValue<Identity>()
  const tokenOf = ({ headers: { [identityHeader]: token } }: FastifyRequest): string | undefined =>
    typeof token === 'string' ? token : undefined
  const parse = jsonParser(app)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    signer.verify(tokenOf(request), audience, bytes).then((identity) => {
      identities.set(request.raw, identity)
      void parse(request, bytes, done)
    }, done)
  })
  return {
    route: {
      onRequest(request, _reply, done) {
        try {
          signer.verifyToken(tokenOf(request), audience)
          done()
        } catch (error) {
          done(error as GraphQLError)
        }
      },
      errorHandler(error, request, reply) {
        if (!(error instanceof GraphQLError)) {
          void reply.send(error)
          return
        }
        // The bytes sent so far are dropped; nothing else is awaited.
        if (!(Number(request.headers['content-length']) <= mebibyte)) reply.header('connection', 'close')
        const { message, extensions } = error
        void reply
          .code(401)
          .type('application/graphql-response+json; charset=utf-8')
          .send(JSON.stringify({ errors: [{ message, extensions: { code: extensions['code'] } }] }))
      },
    },
    of(request) {
      const identity = identities.of(request.raw)
      if (!identity) throw unsigned()
      return identity
    },
  }
}
