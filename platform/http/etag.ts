import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How long browsers and shared caches may store responses without a key, for REST and GraphQL alike. */
export const keylessSeconds = 60

/** Weak entity tag over some content (RFC 9110, 8.8.3); behind the version of what is shown, when it has one. */
function entityTag(content: string | Buffer, version: number | undefined): string {
  const hash = createHash('sha1').update(content).digest('base64url')
  return version === undefined ? `W/"${hash}"` : `W/"v${version}-${hash}"`
}

/** Tag for a version alone, for a caller that has just written it and not read it back. */
export const versionTag = (version: number): string => `W/"v${version}"`

/**
 * Versions that an If-Match header names; undefined for `*`. A tag without a version belongs to other content, so a
 * header with only such tags matches no version.
 */
export function versionsOf(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return [...ifMatch.matchAll(/"v(\d{1,9})(?:-[^"]*)?"/g)].map(([, version]) => Number(version))
}

/** Whether an If-None-Match header (`*`, or a list of strong or weak tags) names a tag, by weak comparison. */
function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  const opaque = tag.replace(/^W\//, '')
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => candidate.replace(/^W\//, '') === opaque)
}

/**
 * Cache-Control of a read. Browsers and shared caches store public responses for a while, and may serve them stale for
 * the same time while we are unreachable. A response to a key is private and revalidated by its tag each time.
 */
const cacheControl = (publicSeconds: number | null): string =>
  publicSeconds === null
    ? 'private, no-cache'
    : `public, max-age=${publicSeconds}, stale-while-revalidate=${publicSeconds}, stale-if-error=${publicSeconds}`

/**
 * Adds a tag to a successful read and turns the response into a 304 when the caller already has it (RFC 9110, 13.1.2).
 * The headers that the content depends on must be in `Vary` before.
 */
export function makeConditional(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  {
    publicSeconds,
    comparable: comparable = (content) => content,
    version,
    known,
  }: {
    /** How long shared caches may store it; null for private responses. */
    publicSeconds: number | null
    /** The content that the tag identifies. */
    comparable?: (content: string) => string
    /** Version of the resource; part of the tag, so that If-Match can require it. */
    version?: number | undefined
    /** Remembers the tag of a payload that is sent again and again. */
    known?: { tag?: string } | undefined
  },
): unknown {
  if (request.method !== 'GET' && request.method !== 'HEAD') return payload
  if (reply.statusCode !== 200 || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload
  const tag = known?.tag ?? entityTag(typeof payload === 'string' ? comparable(payload) : payload, version)
  if (known) known.tag = tag
  reply.header('etag', tag).header('cache-control', cacheControl(publicSeconds))
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch === undefined || !namesTag(ifNoneMatch, tag)) return payload
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  // Null, not an empty text: a 304 must not claim a length of 0 for content it leaves out.
  return null
}
