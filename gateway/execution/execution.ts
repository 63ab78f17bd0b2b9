import { ApolloGateway, type GraphQLDataSource } from '@apollo/gateway'
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import type { GraphQLFormattedError } from 'graphql'
import { GraphQLError } from 'graphql'
import type { Logger } from '../../platform/logger.ts'
import type { Authorization } from '../access/authorization.ts'
import type { GatewayContext } from '../context.ts'
import { presentError } from '../errors.ts'
import type { Supergraph } from '../supergraph/supergraph.ts'

/** One operation as a client sends it. */
export interface Operation {
  readonly query: string
  readonly operationName?: string | undefined
  readonly variables?: Record<string, unknown> | undefined
}

export interface OperationResult {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly GraphQLFormattedError[]
}

/** Runs queries and mutations over the supergraph. How plans are made and executed stays behind this door. */
export interface Execution {
  /** The server to mount for GraphQL over HTTP. */
  readonly server: ApolloServer<GatewayContext>
  execute(operation: Operation, context: GatewayContext): Promise<OperationResult>
  stop(): Promise<void>
}

export interface ExecutionOptions {
  readonly supergraph: Supergraph
  readonly sources: Readonly<Record<string, GraphQLDataSource>>
  readonly authorization: Authorization
  readonly introspection: boolean
  readonly logger: Logger
}

export async function startExecution(options: ExecutionOptions): Promise<Execution> {
  const { supergraph, sources, logger } = options
  const gateway = new ApolloGateway({
    supergraphSdl: supergraph.sdl,
    logger: quiet(logger),
    buildService({ name }) {
      const source = sources[name]
      if (!source) throw new Error(`No way to the subgraph ${name} is configured`)
      return source
    },
  })
  const server = new ApolloServer<GatewayContext>({
    gateway,
    introspection: options.introspection,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: true,
    logger: quiet(logger),
    // The process decides when to stop; see platform/shutdown.ts.
    stopOnTerminationSignals: false,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      textPlugin,
      authorizationPlugin(options.authorization),
      errorPlugin(logger),
    ],
  })
  await server.start()
  return {
    server,
    async execute(operation, contextValue) {
      const { body } = await server.executeOperation(
        { query: operation.query, operationName: operation.operationName, variables: operation.variables },
        { contextValue },
      )
      if (body.kind !== 'single') throw new Error('An incremental answer was not asked for')
      return body.singleResult
    },
    stop: () => server.stop(),
  }
}

/** PostgreSQL has no NUL in texts; refused here it is the caller's mistake instead of a failure of ours. */
const textPlugin: ApolloServerPlugin<GatewayContext> = {
  requestDidStart: async () => ({
    async didResolveOperation({ request, source }) {
      if (!hasNul(request.variables) && !/\0|\\u0000|\\u\{0+\}/.test(source ?? '')) return
      throw new GraphQLError('Texts must not contain a NUL character', {
        extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
      })
    },
  }),
}

/** Goes down without recursion: a caller may nest as deep as the body's limit lets it. */
function hasNul(value: unknown): boolean {
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) pending.push(inner)
  }
  return false
}

function authorizationPlugin(authorization: Authorization): ApolloServerPlugin<GatewayContext> {
  return {
    requestDidStart: async () => ({
      async didResolveOperation({ document, operation, contextValue }) {
        try {
          authorization.check(document, operation?.name?.value, contextValue.identity)
        } catch (error) {
          if (!(error instanceof GraphQLError)) throw error
          // Apollo Server takes the HTTP status of a request refused before execution from here.
          throw new GraphQLError(error.message, {
            extensions: { ...error.extensions, http: { status: error.extensions.status } },
          })
        }
      },
    }),
  }
}

function errorPlugin(logger: Logger): ApolloServerPlugin<GatewayContext> {
  return {
    requestDidStart: async () => ({
      async willSendResponse({ response, contextValue, errors }) {
        if (response.body.kind !== 'single') return
        const { singleResult } = response.body
        if (!singleResult.errors) return
        const { locale, requestId } = contextValue.identity
        const requestLogger = logger.child({ requestId })
        // The errors as thrown know their cause, which the formatted ones have lost.
        const thrown = errors?.length === singleResult.errors.length ? errors : singleResult.errors
        singleResult.errors = thrown.map((error) => presentError(error, locale, requestLogger))
      },
    }),
  }
}

/** The libraries report what we log ourselves, once and with the request's id. */
const quiet = (logger: Logger) => ({
  debug: () => undefined,
  info: () => undefined,
  warn: (message?: unknown) => logger.debug(String(message)),
  error: (message?: unknown) => logger.debug(String(message)),
})
