import type { FastifyReply, FastifyRequest } from 'fastify'
import { keylessSeconds, makeConditional } from '../platform/http/etag.ts'
import { requestContextOf } from './request-context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a shared cache may store keyless responses of this route; never when absent. */
    publicSeconds?: number
  }
}

/** Config of a read that returns the same to every caller without a key. */
export const sharedWithoutKey = { publicSeconds: keylessSeconds }

// The search time differs between responses that are otherwise equal. Inside a JSON text a quote is escaped, so only a
// key can look like this.
const withoutSearchTime = (content: string): string => content.replace(/"searchTime":[-+\d.eE]+/, '')

/**
 * Every GET answers with an entity tag over its content, and with 304 to who has that already
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
