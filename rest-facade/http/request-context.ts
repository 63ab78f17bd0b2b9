import type { CachedResponse } from './gateway-client.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mebibyte, type BodyBounds } from '../../platform/http/body.ts'
import { RequestValue } from '../../platform/http/request-value.ts'
import { sentKeysOf } from '../../platform/http/sent-keys.ts'
import { varyBy } from '../../platform/http/vary.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { languageOf, negotiateLocale, type Language, type Locale } from '../../platform/values/i18n.ts'

/** The serialized body of a response, with the headers that its route set. */
export interface Represented {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
  /** Its entity tag, once it was computed. */
  tag?: string
}

/** The context of one request and its response. */
export interface RequestContext {
  /** The caller's own if it is valid, or else the server's; the same in all logs. */
  readonly requestId: string
  readonly apiKey: string | undefined
  /** A second, different key that the request names: the gateway refuses it. */
  readonly otherApiKey: string | undefined
  readonly acceptLanguage: string | undefined
  /** Of the page that sent it. */
  readonly origin: string | undefined
  /** The locale of the response: that of the stored response once one is replayed. */
  locale: Locale
  language: Language
  /** The public base URL without a trailing slash; unknown before the facade's first hook. */
  publicUrl: string | undefined
  /** Known once the gateway has responded. */
  environment: Environment | undefined
  /** Whether the gateway has responded, so that the caller is authenticated. */
  identified: boolean
  /** The number of gateway responses whose data the body is built from. */
  responseCount: number
  /** Whether the gateway has admitted the request: it counts once, however many operations it runs. */
  counted: boolean
  /** Limits of the body, known once the gateway has responded. */
  bodyBounds: BodyBounds
  /** Headers of the gateway's response that has reported the tightest rate limit so far. */
  limitHeaders: Readonly<Record<string, string>> | undefined
  /** Version of the resource that is read, if it has one; it becomes the ETag. */
  version: number | undefined
  /** The gateway's cached response, when the request has executed one operation only. */
  cached: CachedResponse | undefined
  /** The body, when it is cached with that response. */
  represented: Represented | undefined
}

// Not a Fastify decorator: several plugins share the instance, and it can be decorated only once.
const contexts = new RequestValue<RequestContext>()

/** The context of a request. */
export function requestContextOf(request: FastifyRequest): RequestContext {
  const known = contexts.of(request.raw)
  if (known) return known
  const { apiKey, otherApiKey } = sentKeysOf(request.raw)
  const acceptLanguage = request.headers['accept-language']
  const locale = negotiateLocale(acceptLanguage)
  const context: RequestContext = {
    requestId: request.id,
    apiKey,
    otherApiKey,
    acceptLanguage,
    origin: request.headers.origin,
    locale,
    language: languageOf(locale),
    publicUrl: undefined,
    environment: undefined,
    identified: false,
    responseCount: 0,
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

/** Writes the headers of every response (docs/partner-api/conventions.md#responses). */
export function writeCommonHeaders(request: FastifyRequest, reply: FastifyReply, publicUrl: string | undefined): void {
  const context = requestContextOf(request)
  const { requestId, locale } = context
  context.publicUrl = publicUrl
  reply.header('x-request-id', requestId)
  reply.header('content-language', locale)
  varyBy(reply, 'Accept-Language, X-API-Key, Authorization, Origin, Accept-Encoding')
}

/** Sets the locale of the response to another one than the request prefers. */
export function setResponseLocale(request: FastifyRequest, reply: FastifyReply, locale: Locale): void {
  Object.assign(requestContextOf(request), { locale, language: languageOf(locale) })
  reply.header('content-language', locale)
}
