import type { CachedAnswer } from './gateway-client.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mebibyte, type BodyBounds } from '../platform/http/body.ts'
import type { Environment } from '../platform/trust/identity.ts'
import { languageOf, negotiateLocale, type Language, type Locale } from '../platform/values/i18n.ts'

/** The body of a response, with what the route set beside it. */
export interface Represented {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
  /** Its entity tag, once it was computed. */
  tag?: string
}

/** What the facade stores about one request and its response. */
export interface RequestContext {
  /** The caller's own if it is valid; the server chose it, so that all logs have the same. */
  readonly requestId: string
  readonly apiKey: string | undefined
  readonly acceptLanguage: string | undefined
  /** What texts of the response are in: that of the stored response once one is replayed. */
  locale: Locale
  language: Language
  /** Our own address, without a slash at the end; unknown before the facade has seen the request. */
  publicUrl: string | undefined
  /** Known once the gateway has answered. */
  environment: Environment | undefined
  /** Whether the gateway has answered already, so that the caller is authenticated. */
  identified: boolean
  /** How many operations the gateway has answered for it. */
  answers: number
  /** Whether the gateway has admitted the request: it counts once, however many operations it runs. */
  counted: boolean
  /** How large the body may be, once the gateway has answered. */
  bodyBounds: BodyBounds
  /** Rate limit headers of the tightest window that the gateway has reported so far. */
  limitHeaders: Readonly<Record<string, string>> | undefined
  /** Version of the resource that is read, if it has one: it becomes the entity tag. */
  version: number | undefined
  /** The gateway's response to the only operation of the request, while it is in memory. */
  cached: CachedAnswer | undefined
  /** The body, when it is in memory with that response. */
  represented: Represented | undefined
}

// Stored beside the request instead of on it: the Fastify instance is shared and must not be decorated twice.
const contexts = new WeakMap<FastifyRequest['raw'], RequestContext>()

/** The context a request belongs to. */
export function requestContextOf(request: FastifyRequest): RequestContext {
  const known = contexts.get(request.raw)
  if (known) return known
  const apiKey = textOf(request.headers['x-api-key'])?.trim()
  const acceptLanguage = request.headers['accept-language']
  const locale = negotiateLocale(acceptLanguage)
  const context: RequestContext = {
    requestId: request.id,
    apiKey: apiKey === '' ? undefined : apiKey,
    acceptLanguage,
    locale,
    language: languageOf(locale),
    publicUrl: undefined,
    environment: undefined,
    identified: false,
    answers: 0,
    counted: false,
    bodyBounds: { maxBytes: mebibyte, maxMembers: Infinity },
    limitHeaders: undefined,
    version: undefined,
    cached: undefined,
    represented: undefined,
  }
  contexts.set(request.raw, context)
  return context
}

/** Writes the headers that every answer carries (docs/partner-api/conventions.md#responses). */
export function writeCommonHeaders(request: FastifyRequest, reply: FastifyReply, publicUrl: string | undefined): void {
  const context = requestContextOf(request)
  const { requestId, locale } = context
  context.publicUrl = publicUrl
  reply.header('x-request-id', requestId)
  reply.header('content-language', locale)
  varyBy(reply, 'Accept-Language', 'X-API-Key')
}

/** From here on texts of the response are in another language than the request prefers. */
export function answerIn(request: FastifyRequest, reply: FastifyReply, locale: Locale): void {
  Object.assign(requestContextOf(request), { locale, language: languageOf(locale) })
  reply.header('content-language', locale)
}

/** Adds names to Vary without repeating those that are there. */
export function varyBy(reply: FastifyReply, ...names: string[]): void {
  const present = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const known = new Set(present.map((name) => name.toLowerCase()))
  reply.header('vary', [...present, ...names.filter((name) => !known.has(name.toLowerCase()))].join(', '))
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
