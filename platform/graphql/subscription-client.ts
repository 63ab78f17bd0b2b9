import type { ExecutionResult, GraphQLError } from 'graphql'
import { createClient, type Client } from 'graphql-ws'
import WebSocket from 'ws'

/** A subgraph that does not send a pong in time is considered gone. */
const pingMilliseconds = 5_000
const pongMilliseconds = 5_000

/** A process that hangs accepts connections, and does not respond to them. */
class PromptWebSocket extends WebSocket {
  constructor(address: string | URL, protocols?: string | string[]) {
    super(address, protocols, { handshakeTimeout: pongMilliseconds })
  }
}

/** A connection that is opened for the first subscription, closed after the last, and watched in between. */
export function connectSubscriptions(address: URL): Client {
  const wsUrl = new URL(address)
  wsUrl.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  let pongTimeout: NodeJS.Timeout | undefined
  const client: Client = createClient({
    url: wsUrl.toString(),
    webSocketImpl: PromptWebSocket,
    connectionAckWaitTimeout: pongMilliseconds,
    lazy: true,
    // The subscriber knows its position and subscribes again from there.
    retryAttempts: 0,
    keepAlive: pingMilliseconds,
    on: {
      ping: (received) => {
        if (!received) pongTimeout = setTimeout(() => client.terminate(), pongMilliseconds)
      },
      pong: (received) => {
        if (received) clearTimeout(pongTimeout)
      },
      closed: () => clearTimeout(pongTimeout),
    },
  })
  return client
}

/** Returns the errors of a refused subscription as a result, as an in-process subgraph does. */
export function withRefusals(events: AsyncIterableIterator<ExecutionResult>): AsyncIterableIterator<ExecutionResult> {
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
