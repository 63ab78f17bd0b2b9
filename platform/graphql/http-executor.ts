import type { ExecutionResult, GraphQLError } from 'graphql'
import { createClient, type Client } from 'graphql-ws'
import WebSocket from 'ws'
import { ConnectionPool } from '../http/connection-pool.ts'
import { Unavailable } from '../process/failures.ts'
import { isGraphQLAnswer } from './graphql-response.ts'
import type { GraphQLExecutor, GraphQLOperation } from './executor.ts'
import { ourselves, type Identity, type IdentitySigner } from '../trust/identity.ts'
import { guardedBy } from '../process/liveness.ts'

/** Header that carries the signed identity. */
export const identityHeader = 'x-identity'

/** Extension of a subscription that carries the same. */
export const identityExtension = 'identity'

/** On requests whose subgraph answers liveness checks; see liveness.ts. */
const timeoutMilliseconds = 30_000
/** A subgraph that does not answer a ping in time is considered gone. */
const pingMilliseconds = 5_000
const pongMilliseconds = 5_000

/**
 * Runs operations at a subgraph in another process over keep-alive connections. Without a signer no identity travels:
 * for subgraphs that are not of this product.
 */
export function httpExecutor(url: string, signer: IdentitySigner | undefined, subgraph: string): GraphQLExecutor {
  const address = new URL(url)
  const pool = new ConnectionPool(address, 64)
  // Our own requests check the state of the subgraph, so they must not queue behind other requests.
  const probePool = new ConnectionPool(address, 4)
  const client = connect(address)
  const send = async (
    operation: GraphQLOperation,
    identity: Identity,
    signal: AbortSignal,
  ): Promise<ExecutionResult> => {
    const body = JSON.stringify(operation)
    const headers = {
      'x-request-id': identity.requestId,
      ...(signer ? { [identityHeader]: await signer.sign(identity, subgraph, body) } : {}),
    }
    const { text } = await (identity === ourselves ? probePool : pool).post(body, headers, signal)
    return graphqlAnswer(text, address)
  }
  const guarded = guardedBy((signal) => send({ query: '{ __typename }' }, ourselves, signal))
  return {
    execute: (operation, identity) => guarded((signal) => send(operation, identity, signal), timeoutMilliseconds),
    async subscribe(operation, identity) {
      // One connection carries the subscriptions of many callers, so each sends its own identity.
      const extensions = signer && {
        [identityExtension]: await signer.sign(identity, subgraph, JSON.stringify(operation)),
      }
      const events = client.iterate<Record<string, unknown>>({ ...operation, ...(extensions ? { extensions } : {}) })
      return withRefusals(events as AsyncIterableIterator<ExecutionResult>)
    },
    async close() {
      await client.dispose()
      pool.close()
      probePool.close()
    },
  }
}

/** A connection that is opened for the first subscription, closed after the last, and watched in between. */
function connect(address: URL): Client {
  const wsUrl = new URL(address)
  wsUrl.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  let unanswered: NodeJS.Timeout | undefined
  const client: Client = createClient({
    url: wsUrl.toString(),
    webSocketImpl: WebSocket,
    lazy: true,
    // The subscriber knows its position and subscribes again from there.
    retryAttempts: 0,
    keepAlive: pingMilliseconds,
    on: {
      ping: (received) => {
        if (!received) unanswered = setTimeout(() => client.terminate(), pongMilliseconds)
      },
      pong: (received) => {
        if (received) clearTimeout(unanswered)
      },
      closed: () => clearTimeout(unanswered),
    },
  })
  return client
}

/** Returns the errors of a refused subscription as a result, as an in-process subgraph does. */
function withRefusals(events: AsyncIterableIterator<ExecutionResult>): AsyncIterableIterator<ExecutionResult> {
  return {
    async next() {
      try {
        return await events.next()
      } catch (error) {
        if (Array.isArray(error)) return { done: false, value: { errors: error as GraphQLError[] } }
        throw asFailure(error)
      }
    },
    async return() {
      await events.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** A broken connection is reported by a close event, which is not an Error yet. */
const asFailure = (reason: unknown): Error =>
  reason instanceof Error
    ? reason
    : Object.assign(new Error('The connection to the subgraph broke off', { cause: reason }), { code: 'ECONNRESET' })

/** A GraphQL server responds with data or errors; anything else comes from another kind of server. */
function graphqlAnswer(text: string, { host }: URL): ExecutionResult {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    answer = undefined
  }
  if (isGraphQLAnswer(answer)) return answer as ExecutionResult
  throw new Unavailable(`${host} does not answer as a GraphQL server`)
}
