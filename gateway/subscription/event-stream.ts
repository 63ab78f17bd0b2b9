import type { ServerResponse } from 'node:http'
import { type GraphQLError, OperationTypeNode, type GraphQLFormattedError } from 'graphql'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countElsewhere } from '../../platform/http/connection-bounds.ts'
import { endRequests } from '../../platform/http/request-queue.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { apiError } from '../../schema/errors.ts'
import type { PresentError } from '../errors.ts'
import type { GatewayContext } from '../context.ts'
import { writeResponse, type AdmittedOperation, type OperationResult } from '../execution/index.ts'
import type { Graph } from '../graph.ts'
import { marked } from '../sandbox-mark.ts'
import { closeCodes } from '../../schema/close-codes.ts'
import { closingMilliseconds, maxUnreadBytes, type Connections, type SubscriberConnection } from './connections.ts'
import { countSlowReader } from './slow-readers.ts'
import { streamFormats, type StreamFormat, type StreamType } from './stream-format.ts'
import type { EndingSubscriber, SubscriptionService } from './subscription-service.ts'

export interface EventStreamOptions {
  readonly graph: () => Graph
  readonly subscriptions: SubscriptionService
  readonly connections: Connections
  readonly present: PresentError
  readonly logger: Logger
}

/**
 * Sends the results of an admitted operation as a stream over HTTP: server-sent events by the graphql-sse protocol, where a browser
 * that comes back with `Last-Event-ID` continues where it stopped, or the parts that Apollo Client reads. Throws what is
 * refused before the stream begins.
 */
export async function streamEvents(
  operation: AdmittedOperation,
  context: GatewayContext,
  { request, reply, type }: { request: FastifyRequest; reply: FastifyReply; type: StreamType },
  { graph, subscriptions, connections, present, logger }: EventStreamOptions,
): Promise<FastifyReply> {
  const { identity, meter } = context
  // The head of a stream is sent before anything else could set them.
  reply.headers(meter.headers)
  const stream = new EventStream(reply, type, {
    present: (error) => present(error, identity),
    serialize: (result) => JSON.stringify(marked(result, identity)),
    tooSlow: () => countSlowReader(logger, 'stream', identity),
  })
  if (request.method === 'HEAD') {
    stream.begin()
    stream.complete()
    return reply
  }
  if (operation.operation.operation !== OperationTypeNode.SUBSCRIPTION) {
    const result = await graph().execution.run(operation, context, 'json')
    stream.next(await writeResponse(marked(result, identity)))
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
    const resumeAfter = typeof lastEventId === 'string' ? lastEventId : undefined
    stream.onEnd(await subscriptions.subscribe(operation, context, stream, resumeAfter))
  } catch (error) {
    countOut()
    throw error
  }
  countElsewhere(request.raw.socket)
  stream.begin()
  return reply
}

/** Writes the messages of a stream to its caller. */
interface StreamCaller {
  readonly present: (error: GraphQLError) => GraphQLFormattedError
  readonly serialize: (result: OperationResult) => string
  /** It reads too slowly. */
  readonly tooSlow: () => void
}

/** One response that stays open. */
class EventStream implements EndingSubscriber, SubscriberConnection {
  readonly #reply: FastifyReply
  readonly #type: StreamType
  readonly #format: StreamFormat
  readonly #response: ServerResponse
  readonly #caller: StreamCaller
  readonly #ends: (() => void)[] = []
  #over = false
  /** Bytes that had been sent at the last beat. */
  #sentBefore = 0

  constructor(reply: FastifyReply, type: StreamType, caller: StreamCaller) {
    this.#reply = reply
    this.#type = type
    this.#format = streamFormats[type]
    this.#response = reply.raw
    this.#caller = caller
  }

  /** Sends the head; later errors are reported in the stream. */
  begin(): void {
    if (this.#response.headersSent || this.#over) return
    this.#reply.hijack()
    // The caller may have left while its operation was checked; no event reports that any more.
    if (this.#response.closed) return this.#end()
    this.#response.once('close', () => this.#end())
    this.#response.writeHead(200, {
      ...(this.#reply.getHeaders() as Record<string, string>),
      'content-type': this.#type,
      'cache-control': 'no-store',
      // Nothing follows a stream; an open connection would only delay the server's shutdown.
      connection: 'close',
      // Proxies that collect responses would hold events back.
      'x-accel-buffering': 'no',
    })
    this.#response.write(this.#format.opening)
    if (this.#response.socket) endRequests(this.#response.socket)
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
    this.#response.write(this.#format.result(result, cursor))
  }

  error(errors: readonly GraphQLFormattedError[]): void {
    this.finish({ errors })
  }

  /** The last result. */
  finish(result: OperationResult): void {
    this.next(this.#caller.serialize(result))
    this.complete()
  }

  complete(): void {
    if (this.#over) return
    this.#response.end(this.#format.ending)
    this.#end()
  }

  /** There are no close codes here: the connection breaks off, and the client resumes by cursor. */
  tooSlow(): void {
    this.#caller.tooSlow()
    this.#response.destroy()
    this.#end()
  }

  close(code: number): void {
    if (code === closeCodes.unauthorized) return this.error([this.#caller.present(apiError('INVALID_API_KEY'))])
    this.begin()
    // Without `complete`, clients know that they should reconnect.
    this.#response.end()
    this.#end()
  }

  beat(): void {
    const { socket, headersSent } = this.#response
    // Its operation may still be checked: whatever is written first sends the head.
    if (!socket || !headersSent) return
    const unread = socket.writableLength
    const sent = socket.bytesWritten - unread
    if (unread > 0 && sent === this.#sentBefore) return this.tooSlow()
    this.#sentBefore = sent
    this.#response.write(this.#format.beat)
  }

  /** A reader that does not read would hold its buffer, and the socket, indefinitely. */
  breakOffUnread(): void {
    if (this.#response.writableFinished) return
    const timeout = setTimeout(() => this.#response.destroy(), closingMilliseconds).unref()
    this.#response.once('close', () => clearTimeout(timeout))
  }

  #end(): void {
    if (this.#over) return
    this.#over = true
    for (const end of this.#ends) end()
  }
}
