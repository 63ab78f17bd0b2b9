import type { FastifyReply, FastifyRequest } from 'fastify'
import { makeConditional } from '../../platform/http/etag.ts'
import { requestContextOf } from './request-context.ts'

// The search time differs between responses that are otherwise equal. Quotes in JSON strings are escaped, so this
// matches the member only.
const searchTime = '"searchTime":'
// Hardly any has it, which a search for a text finds out several times faster than one for a pattern.
const withoutSearchTime = (content: string): string =>
  content.includes(searchTime) ? content.replace(/"searchTime":[-+\d.eE]+/, '') : content

/**
 * Adds a weak ETag of the content to every GET response, or sends 304 when If-None-Match contains it
 * (docs/partner-api/conventions.md#conditional-requests).
 */
export function respondConditionally(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const { publicSeconds = null } = request.routeOptions.config
  const { apiKey, version, represented } = requestContextOf(request)
  return makeConditional(request, reply, payload, {
    publicSeconds: apiKey === undefined ? publicSeconds : null,
    comparable: withoutSearchTime,
    version,
    known: represented,
  })
}
