import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { checkSubgraph } from '../platform/graphql/check-subgraph.ts'
import { localExecutor, type GraphQLExecutor } from '../platform/graphql/executor.ts'
import type { BodyBounds } from '../platform/http/body.ts'
import type { SentKeys } from '../platform/http/sent-keys.ts'
import type { ProxyTrust } from '../platform/http/client-address.ts'
import type { CancelSignal } from '../platform/process/cancellation.ts'
import type { Logger } from '../platform/process/logger.ts'
import { readinessOf, type Readiness } from '../platform/process/readiness.ts'
import type { Redis } from '../platform/redis/redis.ts'
import { forwardedCallerHeader, type ForwardedCallerSigner } from '../platform/http/forwarded-caller.ts'
import type { Identity } from '../platform/trust/identity.ts'
import { negotiateLocale } from '../platform/values/i18n.ts'
import type { Access } from './access.ts'
import { receive } from './auth/reception.ts'
import { FactCache } from './cache/fact-cache.ts'
import type { GatewayContext } from './context.ts'
import { errorPresenter } from './errors.ts'
import {
  errorsOf,
  foundInCache,
  type ExecutionOptions,
  type OperationRequest,
  type OperationResult,
} from './execution/index.ts'
import { executorsAmong, openGraph, ownSupergraph, type GraphOptions } from './graph.ts'
import { registerEndpoint } from './http/endpoint.ts'
import { registerPageOrigins } from './http/page-origins.ts'
import { registerSchemaDownload } from './http/schema-download.ts'
import type { ResponseLimits } from './idempotency/response-budget.ts'
import {
  createIdempotency,
  idempotentRequest,
  replayHeaders,
  type IdempotencyHeaders,
} from './idempotency/idempotency.ts'
import { createIdempotencyRepository } from './idempotency/repository.ts'
import { createRequestLog } from './request-log/request-log.ts'
import { productPolicies } from './product-policies.ts'
import { Connections } from './subscription/connections.ts'
import { Subscriptions, type SubscriptionLimits } from './subscription/subscriptions.ts'
import { attachWebSocket } from './subscription/websocket.ts'

export interface GatewayOptions {
  readonly access: Access
  /** Executors of the subgraphs by name, except access, which is part of the gateway. */
  readonly executors: Readonly<Record<string, GraphQLExecutor>>
  /** The file of the composed supergraph; our own when absent. Read again whenever it changes. */
  readonly supergraphFile?: string | undefined
  readonly limits: SubscriptionLimits
  /** How much each API key may have stored under Idempotency-Keys. */
  readonly responseLimits: ResponseLimits
  readonly introspection: boolean
  /** How much memory cached facts may take; 0 for none. */
  readonly cacheBytes: number
  /** Whether the schema can be read as text where introspection is off. */
  readonly schemaDownload: boolean
  /** Whether callers may send any document, or only those of the trusted store. */
  readonly documents: 'any' | 'trusted'
  /** Which executor runs the plans of queries and mutations. */
  readonly executor: ExecutionOptions['executor']
  readonly createPlanner?: GraphOptions['createPlanner']
  readonly readSupergraph?: GraphOptions['readSupergraph']
  /** Which proxies report the caller's address. */
  readonly trusts: ProxyTrust
  /** Verifies the caller that a facade in another process sends; without it no forwarded caller is accepted. */
  readonly facadeSigner?: ForwardedCallerSigner
  /** Where replicas count together; reported by readiness, which does not depend on it. */
  readonly redis?: Redis | undefined
  /** Address of the documentation that errors refer to; without it they do not. */
  readonly publicUrl?: string | undefined
  readonly logger: Logger
}

/** The headers of a caller in this process, as over HTTP. */
export interface CallerHeaders extends Partial<SentKeys> {
  readonly idempotency?: IdempotencyHeaders | undefined
  readonly acceptLanguage?: string | undefined
  /** Of the page that sent the request. */
  readonly origin?: string | undefined
  readonly requestId: string
  /** Absent for this process's own operations, which no rate limit applies to. */
  readonly clientAddress?: string
  /** An earlier operation of the same request was counted. */
  readonly alreadyCounted?: boolean
  /** Of the signed address that the request opens. */
  readonly signedToken?: string | undefined
}

export interface GatewayResponse extends OperationResult {
  readonly environment?: Identity['environment'] | undefined
  /** Whose key it was, for the log. */
  readonly partnerId?: string | undefined
  /** How large the body of the caller's request may be. */
  readonly bodyBounds: BodyBounds
  /** Headers that belong on the response over HTTP, in lower case: of the limits, and of a repeated request. */
  readonly headers: Record<string, string>
}

/** One endpoint for the whole graph: HTTP, WebSocket, and calls from inside the process. */
export interface Gateway {
  /** Mounts GraphQL over HTTP at /graphql. */
  register(app: FastifyInstance): void
  /** Mounts GraphQL over WebSocket at /graphql. */
  attach(server: Server): void
  /**
   * Runs an internal operation for a caller in this process: scopes apply, limits of size and cost do not. A query ends
   * when the caller departs.
   */
  execute(operation: OperationRequest, caller: CallerHeaders, departure?: CancelSignal): Promise<GatewayResponse>
  /** Counts the request of a caller in this process and checks its scopes for an operation that it has yet to prepare. */
  authorize(operation: OperationRequest, caller: CallerHeaders): Promise<GatewayResponse>
  /** Whether the gateway's own database and every subgraph respond. */
  readonly readiness: () => Promise<Readiness>
  close(): Promise<void>
}

const path = '/graphql'

export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { access, limits, logger, redis, trusts } = options
  const present = errorPresenter(logger, options.publicUrl)
  const executors: Record<string, GraphQLExecutor> = { ...options.executors }
  const checks = ['access', ...Object.keys(options.executors)].map(
    (name) => [name, () => checkSubgraph(executors[name] as GraphQLExecutor)] as const,
  )
  const readiness = readinessOf(Object.fromEntries(checks), redis ? { redis: () => redis.ping() } : {})
  executors['access'] = localExecutor(access.subgraph(readiness))
  const idempotency = createIdempotency(
    {
      live: createIdempotencyRepository(access.pools.live),
      sandbox: createIdempotencyRepository(access.pools.sandbox),
    },
    options.responseLimits,
    logger,
    access.jobObserver,
  )
  const cache =
    options.cacheBytes > 0 && options.executor === 'engine'
      ? new FactCache(options.cacheBytes, { subgraphs: options.executors, logger })
      : undefined
  const holder = await openGraph(options.supergraphFile ?? ownSupergraph, {
    executorsOf: executorsAmong(executors),
    policies: productPolicies(access, present),
    cache,
    idempotency,
    introspection: options.introspection,
    onlyTrusted: options.documents === 'trusted',
    executor: options.executor,
    createPlanner: options.createPlanner,
    readSupergraph: options.readSupergraph,
    present,
    logger,
  })
  const graph = holder.current
  const subscriptions = new Subscriptions(graph(), { executors, access, limits, present, logger })
  holder.onReplace((next) => subscriptions.use(next))
  const connections = new Connections(access, limits)
  const requestLog = createRequestLog({
    repository: access.requestLog,
    callerOf: (apiKey) => access.callerOf(apiKey),
    isPartOfAnother: ({ headers }) => options.facadeSigner?.verify(headers[forwardedCallerHeader]) !== undefined,
    graphqlPath: path,
    apiSchema: () => graph().supergraph.apiSchema,
    logger,
    observer: access.jobObserver,
  })
  const shared = { graph, callers: access, subscriptions, connections, limits, trusts, present, logger }
  const attached: { close(): Promise<void> }[] = []

  /** Does something in the name of a caller in this process, counted for it. */
  async function respond(
    caller: CallerHeaders,
    work: (context: GatewayContext) => Promise<OperationResult>,
    signal?: CancelSignal,
  ): Promise<GatewayResponse> {
    const { apiKey, otherApiKey, acceptLanguage, origin, requestId } = caller
    const { identity, refusal, meter } = await receive(
      access,
      { apiKey, otherApiKey, acceptLanguage, origin, requestId },
      caller,
    )
    const refused = (error: unknown): OperationResult => ({
      errors: errorsOf(error).map((one) => present(one, { locale: negotiateLocale(acceptLanguage), requestId })),
    })
    const idempotent = idempotentRequest(apiKey, caller.idempotency)
    const context = identity && {
      identity,
      meter,
      idempotent,
      fromFacade: true,
      signal,
    }
    const result = context && !refusal ? await work(context).catch(refused) : refused(refusal)
    const cacheUse = result[foundInCache]
    const headers = { ...meter.headers, ...replayHeaders(idempotent?.replayed) }
    if (cacheUse) headers['x-cache'] = cacheUse.status
    const partnerId = identity?.partnerId ?? undefined
    return {
      ...result,
      bodyBounds: access.bodyBounds(identity),
      environment: partnerId === undefined ? undefined : identity?.environment,
      partnerId,
      headers,
    }
  }

  return {
    readiness,
    register(app) {
      // Open connections would keep the server from closing; their clients resume elsewhere.
      app.addHook('preClose', async () => {
        connections.close()
        await Promise.all(attached.map((endpoint) => endpoint.close()))
      })
      requestLog.observe(app)
      if (options.facadeSigner) registerPageOrigins(app, access.pageOrigins, options.facadeSigner)
      if (options.introspection || options.schemaDownload)
        registerSchemaDownload(app, () => graph().supergraph.apiSchema)
      registerEndpoint(app, path, { ...shared, page: '/graphiql', facadeSigner: options.facadeSigner })
    },
    attach(server) {
      attached.push(attachWebSocket(server, path, shared))
    },
    execute: (operation, caller, departure) =>
      respond(caller, (context) => graph().execution.execute(operation, context, { trusted: true }), departure),
    authorize: (operation, caller) =>
      respond(caller, async (context) => {
        await graph().execution.authorize(operation, context, { trusted: true })
        return { data: null }
      }),
    async close() {
      connections.close()
      cache?.close()
      await holder.close()
      await requestLog.close()
      await idempotency.close()
      await Promise.all(Object.values(executors).map((executor) => executor.close()))
    },
  }
}
