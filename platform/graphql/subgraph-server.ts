import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { Cancellation } from '../process/cancellation.ts'
import { CallerLeft, causeOf, isDependencyDown } from '../process/failures.ts'
import { jsonParser, mebibyte } from '../http/body.ts'
import { createHttpServer, type HttpServerOptions } from '../http/server.ts'
import { unsigned, type Identity, type IdentitySigner } from '../trust/identity.ts'
import { rememberCaller } from './waiting-caller.ts'
import { AcceptedTexts } from './accepted-texts.ts'
import { compiledGateway, type SubgraphRequest } from './compiled-gateway.ts'
import { localExecutor, type ExecuteOptions, type GraphQLOperation } from './executor.ts'
import { deadlineHeader, identityExtension, identityHeader } from './http-executor.ts'
import type { Logger } from '../process/logger.ts'
import { registerOperationsEndpoints } from '../http/health-endpoints.ts'
import type { MetricsSettings } from '../http/metrics-endpoint.ts'
import { readinessOf } from '../process/readiness.ts'
import type { Subgraph } from './subgraph.ts'

/** No caller waits longer. */
const maxMilliseconds = 60_000

export interface SubgraphServerOptions {
  /** Where metrics are served; at the same address when absent. */
  readonly metrics?: MetricsSettings
  readonly host: string
  readonly port: number
  readonly signer: IdentitySigner
  readonly logger: Logger
  readonly http?: HttpServerOptions
}

const tokenIn = (extensions: Record<string, unknown> | null | undefined): string | undefined => {
  const token = extensions?.[identityExtension]
  return typeof token === 'string' ? token : undefined
}

/** What a resolver threw that is no refusal. */
function unexpectedFailure(error: unknown): Error | undefined {
  const cause = error instanceof GraphQLError ? causeOf(error) : error
  return cause instanceof Error && !(cause instanceof GraphQLError) ? cause : undefined
}

/** An error as Apollo Server writes it. */
const withCode = (error: GraphQLError): GraphQLFormattedError => {
  const { code = 'INTERNAL_SERVER_ERROR', ...extensions } = error.extensions
  return { ...error.toJSON(), extensions: { ...extensions, code } }
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
  const { signer, logger, metrics = { HOST: options.host, PORT: options.port } } = options
  const app = createHttpServer(logger, { ...options.http, bodyLimit: 16 * 1_048_576 })
  const executor = localExecutor(subgraph)
  const accepted = new AcceptedTexts()
  const logFailures = (errors: readonly GraphQLError[], requestId: unknown): void => {
    for (const error of errors) {
      const failure = unexpectedFailure(error)
      if (failure && !(failure instanceof CallerLeft)) logger.error({ err: failure, requestId }, 'an operation failed')
    }
  }
  const apollo = new ApolloServer<SubgraphRequest>({
    ...compiledGateway(subgraph.schema, executor, accepted),
    introspection: false,
    // Queries of one step of a plan; each request is signed as a whole.
    allowBatchedHttpRequests: true,
    // The process decides when to stop; see platform/process/shutdown.ts.
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      // It would wrap every field in a resolver, and fields without one are what makes compiled operations fast.
      ApolloServerPluginCacheControlDisabled(),
      {
        requestDidStart: async ({ request }) => ({
          async didEncounterErrors({ errors }) {
            logFailures(errors, request.http?.headers.get('x-request-id'))
          },
        }),
      },
    ],
    formatError: hideFailure,
  })
  await apollo.start()
  const callers = identifyCallers(app, signer, subgraph.name)
  const throughApollo = fastifyApolloHandler(apollo, {
    context: async (request, reply) => {
      const identity = callers.of(request)
      return { identity, begin: (isMutation) => begin(identity, isMutation, request, reply) }
    },
  })
  const run = async (operation: GraphQLOperation, identity: Identity, options: ExecuteOptions, requestId: unknown) => {
    const { data, errors = [], extensions } = await executor.executeToJson(operation, identity, options)
    logFailures(errors, requestId)
    const shown = errors.map((error) => hideFailure(withCode(error), error))
    const members = [
      ...(shown.length > 0 ? [`"errors":${JSON.stringify(shown)}`] : []),
      ...(data === undefined ? [] : [`"data":${data}`]),
      ...(extensions ? [`"extensions":${JSON.stringify(extensions)}`] : []),
    ]
    return { hasRun: data !== undefined, text: `{${members.join()}}` }
  }
  app.post('/graphql', callers.route, async (request, reply) => {
    const operations = accepted.find(request)
    if (!operations) return throughApollo.call(app, request as never, reply as never)
    const identity = callers.of(request)
    const isMutation = operations.some((operation) => operation.isMutation)
    const options = begin(identity, isMutation, request, reply)
    const requestId = request.headers['x-request-id']
    const results = await Promise.all(
      operations.map(({ isMutation: _known, ...sent }) => run(sent, identity, options, requestId)),
    )
    const isBatch = Array.isArray(request.body)
    const [first] = results
    return reply
      .code(isBatch || first?.hasRun ? 200 : 400)
      .type('application/graphql-response+json; charset=utf-8')
      .send(isBatch ? `[${results.map(({ text }) => text).join()}]` : first?.text)
  })
  registerOperationsEndpoints(app, readinessOf({ [subgraph.name]: () => subgraph.check() }), metrics)

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
      await apollo.stop()
      await subgraph.close()
    },
  }
}

/**
 * What a caller allows an operation: a mutation runs to its end, anything else until its caller has left or does not
 * wait any more. Throws CallerLeft when that is so already.
 */
function begin(
  identity: Identity,
  isMutation: boolean,
  { headers }: FastifyRequest,
  { raw: response }: FastifyReply,
): ExecuteOptions {
  if (isMutation) return { isMutation }
  if (response.destroyed) throw new CallerLeft()
  const leaving = new Cancellation()
  const milliseconds = Math.min(Number(headers[deadlineHeader] ?? Infinity) || Infinity, maxMilliseconds)
  const timer = setTimeout(() => leaving.abort(new CallerLeft()), milliseconds)
  response.once('close', () => {
    clearTimeout(timer)
    if (!response.writableFinished) leaving.abort(new CallerLeft())
  })
  rememberCaller(identity, { signal: leaving, endsAt: performance.now() + milliseconds })
  return { signal: leaving }
}

/** Who sends the requests of a server. */
interface IdentifiedCallers {
  /** What a route needs to identify its callers. */
  readonly route: Pick<RouteShorthandOptions, 'onRequest' | 'errorHandler'>
  of(request: FastifyRequest): Identity
}

/**
 * Identifies the caller of a request before its body is parsed: by its token before anything of the body is read, and
 * by the hash of the body in it before what was read is looked at.
 */
function identifyCallers(app: FastifyInstance, signer: IdentitySigner, audience: string): IdentifiedCallers {
  const identities = new WeakMap<FastifyRequest, Identity>()
  const tokenOf = ({ headers: { [identityHeader]: token } }: FastifyRequest): string | undefined =>
    typeof token === 'string' ? token : undefined
  const parse = jsonParser(app)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    signer.verify(tokenOf(request), audience, bytes).then((identity) => {
      identities.set(request, identity)
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
        // What little has been sent by then is dropped; nothing else is waited for.
        if (!(Number(request.headers['content-length']) <= mebibyte)) reply.header('connection', 'close')
        const { message, extensions } = error
        void reply
          .code(401)
          .type('application/graphql-response+json; charset=utf-8')
          .send(JSON.stringify({ errors: [{ message, extensions: { code: extensions['code'] } }] }))
      },
    },
    of(request) {
      const identity = identities.get(request)
      if (!identity) throw unsigned()
      return identity
    },
  }
}
