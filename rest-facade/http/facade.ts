import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Kind, OperationTypeNode, print, type DocumentNode } from 'graphql'
import { keylessSeconds } from '../../platform/http/etag.ts'
import { departureOf } from '../../platform/http/departure.ts'
import { noteRequest } from '../../platform/http/request-facts.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { negotiateLocale } from '../../platform/values/i18n.ts'
import { errorMessage, isErrorCode } from '../../schema/errors.ts'
import { ApiFailure, failure, failureOf, type ValidationFailure } from './errors.ts'
import { setResponseLocale, requestContextOf } from './request-context.ts'
import type { GatewayResponse, GatewayClient, GatewayRequest } from './gateway-client.ts'
import { repeatedRequest } from './idempotency.ts'
import { AuthorizeCallerDocument, IdentifyCallerDocument } from '../generated/operations.ts'

/** The services of a route: the gateway and the public base URL. */
export interface Facade {
  /** Base URL that callers use, without a trailing slash. */
  readonly publicUrl: string
  /** Executes an operation for the caller and returns its data; throws the failure of its errors. */
  executeOrThrow<R, V extends Record<string, unknown>>(
    request: FastifyRequest,
    reply: FastifyReply,
    document: TypedDocumentNode<R, V>,
    variables: V,
    options?: ExecuteOptions,
  ): Promise<R>
  /** Executes an operation and returns its result, errors included. */
  execute<R, V extends Record<string, unknown>>(
    request: FastifyRequest,
    reply: FastifyReply,
    document: TypedDocumentNode<R, V>,
    variables: V,
    options?: ExecuteOptions,
  ): Promise<GatewayResponse>
  /**
   * Counts the caller and checks that it may use the route, when no operation of the request has done so: before the
   * body is read, and before the facade itself refuses. Does nothing once the gateway has admitted the request.
   */
  identify(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export interface ExecuteOptions {
  /** Language of names in the response, when the body requests another one than Accept-Language. */
  readonly dataLanguage?: string
  /** Executed again without the key when the key cannot be looked up now. */
  readonly publicAnyway?: boolean
  /** Executed even if a response is stored for the request's Idempotency-Key; the operation must be idempotent. */
  readonly ignoresIdempotencyKey?: boolean
}

const texts = new WeakMap<DocumentNode, { query: string; operationName: string }>()

/** Text and operation name of a generated document, printed once. */
function textOf(document: DocumentNode): { query: string; operationName: string } {
  const known = texts.get(document)
  if (known) return known
  const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const printed = { query: print(document), operationName: definition?.name?.value ?? '' }
  texts.set(document, printed)
  return printed
}

const isMutation = ({ definitions }: DocumentNode): boolean =>
  definitions.some((node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.MUTATION)

/** A body up to this size may be read before its caller is known. */
const smallBodyBytes = 4_096

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the route, or one that needs the same scopes; by its query, valid or not, where that decides. */
    operation?: DocumentNode | ((query: unknown) => DocumentNode)
    /** How long a shared cache may store keyless responses of this route; not at all when absent. */
    publicSeconds?: number
    /** The maximum size of a body that is not JSON, in place of the caller's limit. */
    maxBodyBytes?: number
    /** The media types of such a body. */
    mediaTypes?: readonly string[]
    /** A `token`, in the path or the query, replaces the key. */
    signed?: boolean
    /** The first operation of the route needs the scopes of `operation`: a small body may be read before it. */
    admittedByOperation?: boolean
    /** An Idempotency-Key identifies the mutations of a request only: its queries always read the present state. */
    replaysOnlyMutations?: boolean
  }
}

// Presets of a route's config. A route without one needs the scopes of its operation and answers its caller alone.

/** A read whose response is the same for every caller without a key. */
export const sharedWithoutKey = { publicSeconds: keylessSeconds }

/** A file that the token of a signed address opens without a key. */
export const signedFile = { signed: true }

/** A read that a small body describes. */
export const readByBody = { admittedByOperation: true }

/** The token of a signed file in a request. */
function signedTokenOf({ routeOptions, params, query }: FastifyRequest): unknown {
  if (routeOptions.config.signed !== true) return undefined
  return (params as { token?: unknown }).token ?? (query as { token?: unknown }).token
}

/** Whether a request is for a signed file, and so needs no key. */
const isSigned = (request: FastifyRequest): boolean => signedTokenOf(request) !== undefined

// On these paths a caller without a key gets 401, also for unknown paths below them.
const keyedPaths = /^\/(api\/partner|partner|webhooks|events|api\/auth|octo\/v1)(\/|$)/

const needsKey = (url: string): boolean => keyedPaths.test(url.split('?', 1)[0] ?? '')

/** Whether the gateway admits the caller before the body is read. */
export const isCheckedFirst = (request: FastifyRequest): boolean => {
  const { headers, routeOptions } = request
  if (requestContextOf(request).apiKey === undefined && needsKey(request.url) && !isSigned(request)) return true
  if (headers['transfer-encoding'] !== undefined) return true
  const bytes = Number(headers['content-length'] ?? 0)
  return bytes > (routeOptions.config.admittedByOperation === true ? smallBodyBytes : 0)
}

export function createFacade(options: { gateway: GatewayClient; publicUrl: string; logger: Logger }): Facade {
  const facade: Facade = {
    publicUrl: options.publicUrl.replace(/\/+$/, ''),
    async execute(request, reply, document, variables, { dataLanguage, publicAnyway, ignoresIdempotencyKey } = {}) {
      const operation = textOf(document)
      const isRepeatable =
        ignoresIdempotencyKey !== true &&
        (request.routeOptions.config.replaysOnlyMutations !== true || isMutation(document))
      const idempotency = isRepeatable ? repeatedRequest(request, operation.operationName) : undefined
      const headers = callerHeaders(request, { idempotency, acceptLanguage: dataLanguage })
      // A change, and what is stored for its Idempotency-Key, are completed also without their caller.
      const endsWithCaller = !isMutation(document) && idempotency === undefined
      const departure = endsWithCaller ? departureOf(reply.raw) : undefined
      const response = await options.gateway.execute({ ...operation, variables, headers, departure })
      // A language in the body applies to names only, not to the other texts of the response.
      if (dataLanguage === undefined) followReplay(request, reply, response)
      if (!publicAnyway || response.errors?.[0]?.extensions?.['code'] !== 'SERVICE_UNAVAILABLE')
        return recordData(request, reply, response)
      const keyless = { ...headers, apiKey: undefined, otherApiKey: undefined }
      return recordData(
        request,
        reply,
        await options.gateway.execute({ ...operation, variables, headers: keyless, departure }),
      )
    },
    async executeOrThrow<R, V extends Record<string, unknown>>(
      request: FastifyRequest,
      reply: FastifyReply,
      document: TypedDocumentNode<R, V>,
      variables: V,
      callOptions: ExecuteOptions = {},
    ): Promise<R> {
      const { data, errors } = await facade.execute(request, reply, document, variables, callOptions)
      if (!errors?.length && data !== undefined && data !== null) return data as R
      const { locale } = requestContextOf(request)
      const problem = problemOf(request, document, errors)
      if (!(problem instanceof ApiFailure)) throw problem
      if (callOptions.dataLanguage === undefined || !isErrorCode(problem.code)) throw problem
      // The names were requested in the body's language; a refusal still uses that of Accept-Language.
      const { code, status, details, messageKey } = problem
      throw new ApiFailure(code, status, details, messageKey, errorMessage(problem.code, locale, details))
    },
    async identify(request, reply) {
      if (requestContextOf(request).identified) return
      const document = isSigned(request) ? AuthorizeCallerDocument : operationOf(request)
      const operation = { ...textOf(document), headers: callerHeaders(request) }
      const { errors } = recordResponse(request, reply, await options.gateway.authorize(operation))
      if (errors?.length) throw problemOf(request, document, errors)
    },
  }

  /** The failure that a response reports for the errors of an operation; an internal one is logged. */
  function problemOf(
    request: FastifyRequest,
    document: DocumentNode,
    errors: GatewayResponse['errors'],
  ): ApiFailure | ValidationFailure {
    const { requestId, language } = requestContextOf(request)
    const problem = errors?.length ? failureOf(errors, language) : failure('INTERNAL_ERROR')
    const hasLeft = request.raw.socket.destroyed
    if (problem instanceof ApiFailure && problem.status >= 500 && !hasLeft)
      options.logger.error({ requestId, errors, operation: textOf(document).operationName }, 'an operation failed')
    return problem
  }
  return facade
}

/** The operation of a route. On a path without one only the key is checked, if the path needs a key. */
function operationOf(request: FastifyRequest): DocumentNode {
  const { operation = AuthorizeCallerDocument } = request.routeOptions.config
  const document = typeof operation === 'function' ? operation(request.query) : operation
  const isWithoutKey = requestContextOf(request).apiKey === undefined && needsKey(request.url)
  return document === AuthorizeCallerDocument && isWithoutKey ? IdentifyCallerDocument : document
}

/** Headers that describe the caller to the gateway. A request counts once, however many operations it executes. */
function callerHeaders(
  request: FastifyRequest,
  { idempotency, acceptLanguage }: Pick<GatewayRequest['headers'], 'idempotency' | 'acceptLanguage'> = {},
): GatewayRequest['headers'] {
  const context = requestContextOf(request)
  const { requestId, apiKey, otherApiKey, origin, counted: alreadyCounted } = context
  context.counted = true
  const signedToken = signedTokenOf(request)
  return {
    requestId,
    signedToken: typeof signedToken === 'string' ? signedToken : undefined,
    clientAddress: request.ip,
    alreadyCounted,
    apiKey,
    otherApiKey,
    acceptLanguage: acceptLanguage ?? context.acceptLanguage,
    origin,
    idempotency,
  }
}

/** Records a gateway response whose data the body is built from. */
function recordData(request: FastifyRequest, reply: FastifyReply, response: GatewayResponse): GatewayResponse {
  const context = requestContextOf(request)
  // A body built from several responses cannot be cached with one of them.
  context.cached = context.responseCount === 0 ? response.cached : undefined
  context.responseCount += 1
  return recordResponse(request, reply, response)
}

/** A replayed response is in the language of the original request, and its Content-Language says so. */
function followReplay(request: FastifyRequest, reply: FastifyReply, { headers }: GatewayResponse): void {
  const language = headers['content-language']
  if (language !== undefined) setResponseLocale(request, reply, negotiateLocale(language))
}

/** Copies the environment, limits and headers of a gateway response to the request and the reply. */
function recordResponse(request: FastifyRequest, reply: FastifyReply, response: GatewayResponse): GatewayResponse {
  const context = requestContextOf(request)
  context.identified = true
  context.environment = response.environment ?? context.environment
  context.bodyBounds = response.bodyBounds ?? context.bodyBounds
  if (response.partnerId) noteRequest(request.raw, { partnerId: response.partnerId })
  const { headers } = response
  // Of several operations of one request, the limit with the smallest share left is reported.
  const tightest = context.limitHeaders
  const isLooser = tightest !== undefined && shareLeft(tightest) < shareLeft(headers)
  for (const [name, value] of Object.entries(headers))
    if (name !== 'content-language' && !(isLooser && isLimit(name))) reply.header(name, value)
  if (!isLooser) context.limitHeaders = headers
  if (response.environment) reply.header('x-environment', response.environment)
  return response
}

const isLimit = (name: string): boolean => name.startsWith('x-ratelimit-')

/** The share of a rate limit that is left, from 0 to 1; -1 once it is exceeded. */
const shareLeft = (headers: Readonly<Record<string, string>>): number =>
  'x-ratelimit-retry-after' in headers
    ? -1
    : Number(headers['x-ratelimit-remaining']) / Number(headers['x-ratelimit-limit'])
