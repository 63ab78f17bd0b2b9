import type { FastifyRequest } from 'fastify'
import { OperationTypeNode } from 'graphql'
import { namedMediaType, preferredMediaType } from '../../platform/http/media-type.ts'
import { apiError } from '../../schema/errors.ts'
import { inputError } from '../execution/index.ts'
import { eventStreamType, multipartType, type StreamType } from '../subscription/stream-format.ts'

const jsonTypes = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'] as const
const singleResultTypes = [...jsonTypes, eventStreamType] as const
const streamTypes = [eventStreamType, multipartType] as const

export type JsonType = (typeof jsonTypes)[number]

const streamPath = '/graphql/stream'

const subscriptionsElsewhere =
  'A subscription needs WebSocket, by the protocol graphql-transport-ws, or an Accept header that names text/event-stream or multipart/mixed'

/**
 * The form of an operation's response, by the caller's Accept header. Throws when there is none that the caller
 * accepts, before anything has run. A subscription is streamed only to a caller that names a stream: one that accepts
 * anything waits for a single response.
 */
export function responseFormat(request: FastifyRequest, kind: OperationTypeNode): JsonType | StreamType {
  const { accept } = request.headers
  const isSubscription = kind === OperationTypeNode.SUBSCRIPTION
  if (request.routeOptions.url === streamPath)
    return preferredMediaType(accept, [eventStreamType]) ?? notAcceptable([eventStreamType])
  if (!isSubscription) return preferredMediaType(accept, singleResultTypes) ?? notAcceptable(singleResultTypes)
  const stream = namedMediaType(accept, streamTypes)
  if (!stream) throw inputError(subscriptionsElsewhere, 'BAD_REQUEST')
  return stream
}

/**
 * Whether a caller gets what is refused before it is executed as an event: by the graphql-sse protocol only a request
 * that is no request of GraphQL has another status than 200, and its clients repeat such requests without reading why.
 */
export const expectsEvents = ({ headers: { accept }, routeOptions: { url } }: FastifyRequest): boolean =>
  preferredMediaType(accept, url === streamPath ? [eventStreamType] : singleResultTypes) === eventStreamType

/** How to send an error that is the whole response: GraphQL's own media type only where it is accepted. */
export const errorType = (request: FastifyRequest): JsonType =>
  preferredMediaType(request.headers.accept, jsonTypes) ?? jsonTypes[0]

export const isStreamType = (type: JsonType | StreamType): type is StreamType =>
  (streamTypes as readonly string[]).includes(type)

function notAcceptable(types: readonly string[]): never {
  throw apiError('NOT_ACCEPTABLE', { acceptable: types.map((type) => type.split(';')[0]) })
}
