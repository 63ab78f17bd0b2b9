import type { ServerResponse } from 'node:http'
import { type GraphQLError, OperationTypeNode, type GraphQLFormattedError } from 'graphql'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../../platform/logger.ts'
import { apiError } from '../../schema/errors.ts'
import { presentError } from '../errors.ts'
import type { GatewayContext } from '../context.ts'
import type { AdmittedOperation } from '../execution/execution.ts'
import type { Graph } from '../graph.ts'
import type { Subscriber } from './channel.ts'
import {
  closeCodes,
  closingMilliseconds,
  maxUnreadBytes,
  type Connections,
  type SubscriberConnection,
} from './connections.ts'
import type { Subscriptions } from './subscriptions.ts'

export interface EventStreamOptions {
  readonly graph: () => Graph
  readonly subscriptions: Subscriptions
  readonly connections: Connections
  readonly logger: Logger
}

/**
 * Answers an admitted operation as server-sent events, in the distinct connections mode of the graphql-sse protocol:
 * an event `next` for each result, `complete` at the end. Each carries its cursor as the event's id, so that a browser
 * that comes back with `Last-Event-ID` goes on where it stopped. Throws what is refused before the stream begins.
 */
export async function streamEvents(
  operation: AdmittedOperation,
  context: GatewayContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { graph, subscriptions, connections, logger }: EventStreamOptions,
): Promise<FastifyReply> {
  const { identity, tally } = context
  // The head of a stream is sent before anything else could tell them.
  reply.headers(tally.headers)
  const stream = new EventStream(reply, (error) =>
    presentError(error, identity.locale, logger.child({ requestId: identity.requestId })),
  )
  if (operation.operation.operation !== OperationTypeNode.SUBSCRIPTION) {
    const result = await graph().execution.run(operation, context)
    stream.next(JSON.stringify(result))
    stream.complete()
    return reply
  }
  const countOut = connections.add(stream, identity)
  if (countOut === 'process') throw apiError('SERVICE_UNAVAILABLE')
  if (countOut === 'partner')
    throw apiError('SUBSCRIPTION_LIMIT_REACHED', { limit: connections.limitOfPartner, per: 'partner' })
  stream.onEnd(countOut)
  stream.onEnd(() => stream.breakOffUnread())
  try {
    const lastEventId = request.headers['last-event-id']
    stream.onEnd(
      subscriptions.subscribe(operation, identity, stream, typeof lastEventId === 'string' ? lastEventId : undefined),
    )
  } catch (error) {
    countOut()
    throw error
  }
  stream.begin()
  return reply
}

/** One stream of server-sent events. */
class EventStream implements Subscriber, SubscriberConnection {
  readonly #reply: FastifyReply
  readonly #response: ServerResponse
  readonly #present: (error: GraphQLError) => GraphQLFormattedError
  readonly #ends: (() => void)[] = []
  #over = false
  /** What had gone out at the last beat. */
  #sentBefore = 0

  constructor(reply: FastifyReply, present: (error: GraphQLError) => GraphQLFormattedError) {
    this.#reply = reply
    this.#response = reply.raw
    this.#present = present
  }

  /** Sends the head; whatever comes later is told in the stream. */
  begin(): void {
    if (this.#response.headersSent || this.#over) return
    this.#reply.hijack()
    this.#response.once('close', () => this.#end())
    this.#response.writeHead(200, {
      ...(this.#reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Nothing comes after a stream; kept open, the connection would only hold up the server's end.
      connection: 'close',
      // Proxies that collect answers would hold events back.
      'x-accel-buffering': 'no',
    })
    // Some browsers do not notice a head without a body.
    this.#response.write(':\n\n')
  }

  onEnd(end: () => void): void {
    if (this.#over) end()
    else this.#ends.push(end)
  }

  get unreadBytes(): number {
    return this.#response.writableLength
  }

  next(result: string, cursor?: string): void {
    if (this.#over) return
    if (this.unreadBytes > maxUnreadBytes) return this.tooSlow()
    this.begin()
    this.#response.write(`event: next\n${cursor === undefined ? '' : `id: ${cursor}\n`}data: ${result}\n\n`)
  }

  error(errors: readonly GraphQLFormattedError[]): void {
    this.next(JSON.stringify({ errors }))
    this.complete()
  }

  complete(): void {
    if (this.#over) return
    this.#response.end('event: complete\ndata: \n\n')
    this.#end()
  }

  /** There are no close codes here: the connection breaks off, and the client resumes by cursor. */
  tooSlow(): void {
    this.#response.destroy()
    this.#end()
  }

  close(code: number): void {
    if (code === closeCodes.unauthorized) return this.error([this.#present(apiError('INVALID_API_KEY'))])
    // Without `complete` clients know that they should come again.
    this.#response.end()
    this.#end()
  }

  beat(): void {
    const { socket } = this.#response
    if (!socket) return
    const unread = socket.writableLength
    const sent = socket.bytesWritten - unread
    if (unread > 0 && sent === this.#sentBefore) return this.tooSlow()
    this.#sentBefore = sent
    this.#response.write(':\n\n')
  }

  /** A reader that does not read would keep what it was sent, and the socket, for as long as it likes. */
  breakOffUnread(): void {
    if (this.#response.writableFinished) return
    const patience = setTimeout(() => this.#response.destroy(), closingMilliseconds).unref()
    this.#response.once('close', () => clearTimeout(patience))
  }

  #end(): void {
    if (this.#over) return
    this.#over = true
    for (const end of this.#ends) end()
  }
}
