import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance } from 'fastify'
import type { OperationHandler, OperationHandlerOptions } from './operation-handler.ts'
import { reportedIn } from './reported-reads.ts'

/**
 * The fallback of a subgraph server, for operators who doubt the compiled operations (docs/contributors/executors.md):
 * Apollo Server as it comes, on graphql-js. An operation runs to its end whether or not its caller still waits.
 */
export async function apolloHandler(
  app: FastifyInstance,
  { subgraph, identityOf, logFailures, formatError }: OperationHandlerOptions,
): Promise<OperationHandler> {
  const apollo = new ApolloServer<object>({
    schema: subgraph.schema,
    introspection: false,
    allowBatchedHttpRequests: true,
    // The process decides when to stop; see platform/process/shutdown.ts.
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    formatError,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      {
        requestDidStart: async ({ request }) => ({
          async didEncounterErrors({ errors }) {
            logFailures(errors, request.http?.headers.get('x-request-id'))
          },
          async willSendResponse({ contextValue, response: { body } }) {
            const extensions = reportedIn(contextValue)
            if (extensions && body.kind === 'single') body.singleResult.extensions = extensions
          },
        }),
      },
    ],
  })
  await apollo.start()
  const handle = fastifyApolloHandler(apollo, {
    context: async (request) => subgraph.createContext(identityOf(request)),
  })
  return {
    handle: (request, reply) => handle.call(app, request as never, reply as never) as Promise<unknown>,
    stop: () => apollo.stop(),
  }
}
