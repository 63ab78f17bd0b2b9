import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { varyBy } from './exchange.ts'

/**
 * Weak entity tag over the content of an answer (decisions 4). The time a search took is left out: it differs
 * between answers that say the same. Inside a JSON text a quote is escaped, so only a key can look like this.
 */
export function entityTag(content: string | Buffer): string {
  const told = typeof content === 'string' ? content.replace(/"searchTime":[-+\d.eE]+/, '') : content
  return `W/"${createHash('sha1').update(told).digest('base64url')}"`
}

/** Whether an If-None-Match header (`*`, or a list of strong or weak tags) names a tag, by weak comparison. */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => candidate.replace(/^W\//, '') === opaque)
}

/** Tags the answer to a successful GET and shortens it to 304 when the caller has it already. */
export function makeConditional(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (request.method !== 'GET' && request.method !== 'HEAD') return payload
  if (reply.statusCode !== 200 || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload
  const tag = entityTag(payload)
  reply.header('etag', tag)
  reply.header('cache-control', 'private, no-cache')
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch === undefined || !namesTag(ifNoneMatch, tag)) return payload
  varyBy(reply, 'Accept-Language', 'X-API-Key')
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  // Null, not an empty text: a 304 must not claim a length of 0 for content it leaves out.
  return null
}
