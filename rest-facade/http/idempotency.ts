import type { FastifyRequest } from 'fastify'
import { jsonFingerprint } from '../../platform/values/json.ts'
import { requestContextOf } from './request-context.ts'
import type { RepeatedRequest } from './gateway-client.ts'

/**
 * The request that the Idempotency-Key of a POST or PATCH identifies (docs/partner-api/conventions.md#idempotency);
 * undefined without one, and without an API key, because responses are stored for a key. The gateway stores the
 * responses: the facade has no database.
 */
export function repeatedRequest(request: FastifyRequest, operationName: string): RepeatedRequest | undefined {
  const { apiKey } = requestContextOf(request)
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || apiKey === undefined) return undefined
  if (request.method !== 'POST' && request.method !== 'PATCH') return undefined
  const [path = '', query = ''] = request.url.split('?', 2)
  // Both prefixes name the same route; a trailing slash and percent-encoding make no difference.
  const route = decodeURI(path)
    .replace(/^\/partner\//, '/api/partner/')
    .replace(/\/$/, '')
  // The operation's name distinguishes the operations of one route.
  const scope = `${request.method} ${route} ${operationName}`
  const fingerprint = jsonFingerprint([query, request.headers['if-match'] ?? null, request.body ?? null])
  return { key, scope, fingerprint }
}
