import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import type { ProxyTrust } from '../../platform/http/client-address.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { Unavailable } from '../../platform/process/failures.ts'
import { OperatorError } from '../../platform/process/operator-error.ts'
import { readinessOf, type Readiness } from '../../platform/process/readiness.ts'
import { ourselves } from '../../platform/trust/identity.ts'
import { createPlanner } from '../../gateway/planning/planner.ts'
import { errorPresenter } from '../../gateway/errors.ts'
import type { DocumentLimits } from '../../gateway/execution/index.ts'
import { openGraph, type GraphOptions } from '../../gateway/graph.ts'
import { registerEndpoint } from '../../gateway/http/endpoint.ts'
import { Connections } from '../../gateway/subscription/connections.ts'
import type { SubscriptionLimits } from '../../gateway/subscription/subscriptions.ts'
import { attachWebSocket } from '../../gateway/subscription/websocket.ts'
import { openCallers } from './callers.ts'
import { PlainSubscriptions } from './plain-subscriptions.ts'
import { openPolicies } from './policies.ts'
import { Subgraphs } from './subgraphs.ts'

export interface OpenGatewayOptions {
  /** The file of the composed supergraph, read again whenever it changes. */
  readonly supergraphFile: string
  /** Addresses by the name of the subgraph, instead of those in the supergraph. */
  readonly addresses: ReadonlyMap<string, string>
  readonly connect: (url: string, name: string) => GraphQLExecutor
  readonly documentLimits: DocumentLimits
  readonly executor: GraphOptions['executor']
  readonly limits: SubscriptionLimits
  readonly trusts: ProxyTrust
  readonly logger: Logger
}

/** A gateway for any Federation 2 supergraph, without keys and database. */
export interface OpenGateway {
  register(app: FastifyInstance): void
  attach(server: Server): void
  /** Whether every subgraph responds with GraphQL. */
  readonly readiness: () => Promise<Readiness>
  close(): Promise<void>
}

const path = '/graphql'
/** Plans over a rewritten supergraph where the planner would plan wrongly. */
const workerModule = 'packages/open-gateway/planning/planner-worker.js'

export async function createOpenGateway(options: OpenGatewayOptions): Promise<OpenGateway> {
  const { limits, logger, trusts } = options
  const present = errorPresenter(logger)
  const subgraphs = new Subgraphs(options)
  const policies = openPolicies(options.documentLimits, present)
  const executorsOf: GraphOptions['executorsOf'] = (supergraph) => subgraphs.of(supergraph)
  const holder = await openGraph(options.supergraphFile, {
    policies,
    executorsOf,
    introspection: true,
    onlyTrusted: false,
    executor: options.executor,
    createPlanner: (sdl, planLogger, planOptions) => createPlanner(sdl, planLogger, { ...planOptions, workerModule }),
    present,
    logger,
  }).catch((error: unknown) => {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`The supergraph ${options.supergraphFile} cannot be used: ${(error as Error).message}`, {
      cause: error,
    })
  })
  const graph = holder.current
  let readiness = readinessOf(checksOf(subgraphs.of(graph().supergraph)))
  holder.onReplace(async ({ supergraph }) => {
    readiness = readinessOf(checksOf(subgraphs.of(supergraph)))
    await subgraphs.disconnectOthers(supergraph)
  })
  const subscriptions = new PlainSubscriptions({ graph, executorsOf, policies })
  const connections = new Connections(openCallers, limits)
  const shared = { graph, callers: openCallers, subscriptions, connections, limits, trusts, present, logger }
  let attached: { close(): Promise<void> } | undefined
  return {
    readiness: () => readiness(),
    register(app) {
      // Open connections would keep the server from closing.
      app.addHook('preClose', async () => {
        connections.close()
        await attached?.close()
      })
      registerEndpoint(app, path, shared)
    },
    attach(server) {
      attached = attachWebSocket(server, path, shared)
    },
    async close() {
      connections.close()
      await holder.close()
      await subgraphs.close()
    },
  }
}

/** Checks each subgraph over the connection that requests use. */
const checksOf = (executors: Readonly<Record<string, GraphQLExecutor>>): Record<string, () => Promise<void>> =>
  Object.fromEntries(Object.entries(executors).map(([name, executor]) => [name, () => checkGraphQL(executor)]))

async function checkGraphQL(executor: GraphQLExecutor): Promise<void> {
  const { data } = await executor.execute({ query: '{ __typename }' }, ourselves)
  if (typeof data?.['__typename'] !== 'string') throw new Unavailable('The subgraph does not respond')
}
