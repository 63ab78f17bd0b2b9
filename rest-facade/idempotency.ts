import { createHash, type Hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
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
  const hash = createHash('sha256')
  update(hash, [query, request.headers['if-match'] ?? null, request.body ?? null])
  return { key, scope, fingerprint: hash.digest('base64url') }
}

const maxUpdate = 65_536

/**
 * Feeds a JSON value to a hash with sorted keys, so that the same body in another notation has the same hash. Not
 * recursive, because a body may nest deeply.
 */
function update(hash: Hash, value: unknown): void {
  const pending: ({ readonly value: unknown } | string)[] = [{ value }]
  // One update for each value is too slow.
  let text = ''
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (text.length > maxUpdate) {
      hash.update(text)
      text = ''
    }
    if (typeof next === 'string') text += next
    else if (Array.isArray(next.value)) {
      pending.push(']')
      for (let index = next.value.length - 1; index >= 0; index -= 1)
        pending.push({ value: next.value[index] as unknown })
      text += '['
    } else if (typeof next.value === 'object' && next.value !== null) {
      pending.push('}')
      const fields = Object.entries(next.value).sort(([a], [b]) => (a < b ? 1 : -1))
      for (const [name, inner] of fields) pending.push({ value: inner }, `${JSON.stringify(name)}:`)
      text += '{'
    } else text += `${JSON.stringify(next.value)},`
  }
  hash.update(text)
}
