import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import { keylessSeconds, makeConditional } from '../platform/http/etag.ts'
import type { GraphQLExecutor } from '../platform/graphql/executor.ts'
import { localExecutor } from '../platform/graphql/executor.ts'
import { clientAddress, type ProxyTrust } from '../platform/http/client-address.ts'
import { countElsewhere } from '../platform/http/connection-bounds.ts'
import { retryAfterSeconds } from '../platform/process/failures.ts'
import {
  forwardedCallerHeader,
  type ForwardedCaller,
  type ForwardedCallerSigner,
} from '../platform/trust/forwarded-caller.ts'
import { negotiateLocale } from '../platform/values/i18n.ts'
import type { Identity } from '../platform/trust/identity.ts'
import type { Logger } from '../platform/process/logger.ts'
import type { Redis } from '../platform/redis/redis.ts'
import { checkSubgraph, readinessOf, type Readiness } from '../platform/process/readiness.ts'
import type { Access, Credentials } from './auth/access.ts'
import { issuedForm } from './auth/api-key.ts'
import type { RateLimitMeter } from './rate-limit/rate-limit-meter.ts'
import type { GatewayContext } from './context.ts'
import { presentError } from './errors.ts'
import { errorsOf, type Operation, type OperationResult } from './execution/execution.ts'
import { buildGraph } from './graph.ts'
import type { AnswerLimits } from './idempotency/answer-budget.ts'
import { createIdempotency, type IdempotencyHeaders, type IdempotentRequest } from './idempotency/idempotency.ts'
import { createIdempotencyRepository } from './idempotency/repository.ts'
import { graphqlHandler } from './http/graphql-over-http.ts'
import { errorType } from './http/response-format.ts'
import { marked } from './http/sandbox-mark.ts'
import { Connections } from './subscription/connections.ts'
import { streamEvents } from './subscription/event-stream.ts'
import { Subscriptions, type SubscriptionLimits } from './subscription/subscriptions.ts'
import { attachWebSocket } from './subscription/websocket.ts'
import { watchSupergraph } from './supergraph/watch.ts'

export interface GatewayOptions {
  readonly access: Access
  /** Ways to the subgraphs by name, except to access, which lives in the gateway. */
  readonly executors: Readonly<Record<string, GraphQLExecutor>>
  /** The file of the composed supergraph; our own when absent. Read again whenever it changes. */
  readonly supergraphFile?: string | undefined
  readonly limits: SubscriptionLimits
  /** How much each API key may have stored under Idempotency-Keys. */
  readonly answerLimits: AnswerLimits
  readonly introspection: boolean
  /** Whether callers may send any document, or only those of the trusted store. */
  readonly documents: 'any' | 'trusted'
  /** Which proxies tell the caller's address. */
  readonly trusts: ProxyTrust
  /** Verifies what a facade in another process says of its caller; without it nobody is believed. */
  readonly facadeSigner?: ForwardedCallerSigner
  /** Where replicas count together; reported by readiness, which does not depend on it. */
  readonly redis?: Redis | undefined
  readonly logger: Logger
}

/** What a caller in this process says about itself, as HTTP headers would. */
export interface CallerHeaders {
  readonly idempotency?: IdempotencyHeaders | undefined
  readonly apiKey?: string | undefined
  readonly acceptLanguage?: string | undefined
  readonly requestId: string
  /** Absent for what this process asks on its own behalf, which no limit binds. */
  readonly clientAddress?: string
  /** An earlier operation of the same request was counted. */
  readonly alreadyCounted?: boolean
  /** Of the signed address that the request opens. */
  readonly signedToken?: string | undefined
}

export interface GatewayAnswer extends OperationResult {
  readonly environment?: Identity['environment']
  /** Headers that belong on the answer over HTTP, in lower case: of the limits, and of a repeated request. */
  readonly headers: Record<string, string>
}

/** A request as it came in, counted before anything of it was read: of whom it is, and why it is refused. */
interface Arrival {
  readonly identity: Identity | undefined
  readonly refusal: GraphQLError | undefined
  readonly meter: RateLimitMeter
  /** What a facade of ours says of the request behind the operation. */
  readonly forwarded?: ForwardedCaller | undefined
}

/** One endpoint for the whole graph: HTTP, WebSocket, and calls from inside the process. */
export interface Gateway {
  /** Mounts GraphQL over HTTP at /graphql. */
  register(app: FastifyInstance): void
  /** Mounts GraphQL over WebSocket at /graphql. */
  attach(server: Server): void
  /** Runs one operation of our own for a caller in this process: scopes bind it, limits of size and cost do not. */
  execute(operation: Operation, caller: CallerHeaders): Promise<GatewayAnswer>
  /** Counts the request of a caller in this process and checks its scopes for an operation that it has yet to prepare. */
  authorize(operation: Operation, caller: CallerHeaders): Promise<GatewayAnswer>
  /** Whether the gateway's own database and every subgraph answer. */
  readonly readiness: () => Promise<Readiness>
  close(): Promise<void>
}

const path = '/graphql'

export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { access, logger } = options
  const executors: Record<string, GraphQLExecutor> = { ...options.executors }
  const checks = ['access', ...Object.keys(options.executors)].map(
    (name) => [name, () => checkSubgraph(executors[name] as GraphQLExecutor)] as const,
  )
  const { redis } = options
  const readiness = readinessOf(Object.fromEntries(checks), redis ? { redis: () => redis.ping() } : {})
  executors['access'] = localExecutor(access.subgraph(readiness))
  const idempotency = createIdempotency(
    {
      live: createIdempotencyRepository(access.pools.live),
      sandbox: createIdempotencyRepository(access.pools.sandbox),
    },
    options.answerLimits,
    logger,
  )
  const graphOptions = {
    executors,
    access,
    idempotency,
    introspection: options.introspection,
    onlyTrusted: options.documents === 'trusted',
    logger,
  }
  const file = options.supergraphFile ?? fileURLToPath(new URL('../schema/supergraph.graphql', import.meta.url))
  const sdl = await readFile(file, 'utf8')
  let graph = buildGraph(sdl, graphOptions)
  const subscriptions = new Subscriptions(graph, { executors, access, limits: options.limits, logger })
  const connections = new Connections(access, options.limits)
  const watch = watchSupergraph(file, {
    initial: sdl,
    async take(text) {
      const old = graph
      graph = buildGraph(text, graphOptions)
      await subscriptions.use(graph)
      await old.planner.close()
    },
    logger,
  })
  const { limits, trusts } = options
  const shared = { graph: () => graph, access, subscriptions, connections, limits, trusts, logger }
  const attached: { close(): Promise<void> }[] = []

  async function receive(
    credentials: Credentials,
    address: string | undefined,
    alreadyCounted = false,
    signedToken?: string,
  ): Promise<Arrival> {
    const ofAddress = access.meter(undefined, address, alreadyCounted)
    let identity: Identity | undefined
    let refusal: GraphQLError | undefined
    try {
      identity = await access.authenticate(credentials, ofAddress)
    } catch (error) {
      refusal = asGraphQLError(error)
      // A caller that cannot be looked up is not counted: it may be anybody, and the failure is ours.
      if (!(error instanceof GraphQLError)) return { identity, refusal, meter: access.meter(undefined, address, true) }
    }
    const meter = identity ? access.meter(identity, address, alreadyCounted, signedToken) : ofAddress
    // A refused request is not counted.
    if (refusal?.extensions['code'] === 'RATE_LIMIT_EXCEEDED') return { identity, refusal, meter: meter }
    const overLimit = await meter.take().then(() => undefined, asGraphQLError)
    return { identity, refusal: overLimit ?? refusal, meter: meter }
  }

  /** Does something for a caller in this process, in its name and counted for it. */
  async function answer(
    caller: CallerHeaders,
    work: (context: GatewayContext) => Promise<OperationResult>,
  ): Promise<GatewayAnswer> {
    const { apiKey, acceptLanguage, requestId, clientAddress, alreadyCounted, signedToken } = caller
    const credentials = { apiKey, acceptLanguage, requestId }
    const { identity, refusal, meter: meter } = await receive(credentials, clientAddress, alreadyCounted, signedToken)
    const refused = (error: unknown): OperationResult => ({
      errors: errorsOf(error).map((one) =>
        presentError(one, negotiateLocale(acceptLanguage), logger.child({ requestId })),
      ),
    })
    const idempotent = idempotentRequest(apiKey, caller.idempotency)
    const result =
      identity && !refusal ? await work({ identity, meter: meter, idempotent }).catch(refused) : refused(refusal)
    return {
      ...result,
      ...(identity?.partnerId ? { environment: identity.environment } : {}),
      headers: { ...meter.headers, ...(idempotent?.replayed ? { 'idempotent-replayed': 'true' } : {}) },
    }
  }

  return {
    readiness,
    register(app) {
      // Open connections would keep the server from closing; their readers resume elsewhere.
      app.addHook('preClose', async () => {
        connections.close()
        await Promise.all(attached.map((endpoint) => endpoint.close()))
      })
      app.register(async (scope) => {
        const arrivals = new WeakMap<FastifyRequest, Arrival>()
        const contextOf = (request: FastifyRequest): GatewayContext => {
          const { identity, meter: meter, forwarded } = arrivals.get(request) ?? {}
          if (!identity || !meter) throw new Error('A request was not authenticated')
          const { 'idempotency-key': key, 'x-api-key': apiKey } = request.headers
          // Only a facade of ours has requests that are not the operation itself.
          const repeated = typeof key === 'string' ? { key, ...forwarded?.repeatable } : undefined
          const idempotent = idempotentRequest(apiKey, repeated)
          return { identity, meter: meter, idempotent }
        }
        const refuse = (request: FastifyRequest, reply: FastifyReply, error: GraphQLError): FastifyReply => {
          const shown = presentError(
            error,
            negotiateLocale(request.headers['accept-language']),
            logger.child({ requestId: request.id }),
          )
          return reply
            .code(Number(shown.extensions?.status ?? 500))
            .type(errorType(request))
            .send(JSON.stringify(marked({ errors: [shown] }, arrivals.get(request)?.identity)))
        }
        // A form or plain text is what a page of another origin may send without asking (CSRF).
        scope.removeContentTypeParser('text/plain')
        scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
          const status = error.statusCode ?? 500
          if (status === 413)
            return refuse(request, reply, new GraphQLError('', { extensions: { code: 'PAYLOAD_TOO_LARGE' } }))
          if (status === 415)
            return refuse(request, reply, new GraphQLError('', { extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }))
          if (status < 500)
            return refuse(request, reply, new GraphQLError(error.message, { extensions: { code: 'BAD_REQUEST' } }))
          return refuse(request, reply, new GraphQLError('', { originalError: error }))
        })
        for (const url of [path, `${path}/stream`]) {
          scope.route({
            method: ['GET', 'POST'],
            url,
            bodyLimit: 1_048_576,
            onRequest: async (request, reply) => {
              const { headers } = request
              const apiKey = headers['x-api-key']
              const forwarded = options.facadeSigner?.verify(headers[forwardedCallerHeader])
              reply.header('x-request-id', request.id).header('vary', 'Accept, Accept-Language, X-API-Key')
              reply.header('content-language', negotiateLocale(headers['accept-language']))
              const arrival = await receive(
                {
                  apiKey: typeof apiKey === 'string' && apiKey !== '' ? apiKey : undefined,
                  acceptLanguage: headers['accept-language'],
                  requestId: request.id,
                },
                forwarded ? forwarded.clientAddress : clientAddress(request.raw, options.trusts),
                forwarded?.alreadyCounted,
                forwarded?.signedToken,
              )
              // A facade of ours has the connections of all its callers.
              if (forwarded) countElsewhere(request.raw.socket)
              arrivals.set(request, { ...arrival, forwarded })
              const { identity, refusal } = arrival
              if (identity && identity.partnerId !== null) reply.header('x-environment', identity.environment)
              if (refusal) return refuse(request, reply, refusal)
            },
            onSend: async (request, reply, payload) => {
              const { identity, meter: meter } = arrivals.get(request) ?? {}
              if (!meter) return payload
              reply.headers(meter.headers)
              if (reply.statusCode === 503) reply.header('retry-after', retryAfterSeconds)
              // What went wrong may go right the next time.
              if (typeof payload === 'string' && payload.includes('"errors":[')) return payload
              return makeConditional(request, reply, payload, {
                publicSeconds: identity?.partnerId === null && !meter.hasOwnLimit ? keylessSeconds : null,
              })
            },
            handler: graphqlHandler({
              execution: () => graph.execution,
              contextOf,
              authorizesOnly: (request) => arrivals.get(request)?.forwarded?.authorizeOnly === true,
              stream: (operation, context, exchange) => streamEvents(operation, context, exchange, shared),
              logger,
            }),
          })
        }
      })
    },
    attach(server) {
      attached.push(attachWebSocket(server, path, shared))
    },
    execute: (operation, caller) =>
      answer(caller, (context) => graph.execution.execute(operation, context, { trusted: true })),
    authorize: (operation, caller) =>
      answer(caller, async (context) => {
        await graph.execution.authorize(operation, context, { trusted: true })
        return { data: null }
      }),
    async close() {
      watch.close()
      connections.close()
      await graph.planner.close()
      await idempotency.close()
      await Promise.all(Object.values(executors).map((executor) => executor.close()))
    },
  }
}

/** Answers are kept for an API key: without one there is nobody to keep them for. */
const idempotentRequest = (
  apiKey: string | string[] | undefined,
  headers: IdempotencyHeaders | undefined,
): IdempotentRequest | undefined =>
  headers && typeof apiKey === 'string' && apiKey !== '' ? { ...headers, apiKey: issuedForm(apiKey) } : undefined

const asGraphQLError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error })
