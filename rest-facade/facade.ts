import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Kind, print, type DocumentNode } from 'graphql'
import type { BodySize } from '../platform/http/body.ts'
import { noteRequest } from '../platform/http/request-log.ts'
import type { Logger } from '../platform/process/logger.ts'
import { negotiateLocale } from '../platform/values/i18n.ts'
import { errorMessage, isErrorCode } from '../schema/errors.ts'
import { ApiFailure, failure, failureOf, type ValidationFailure } from './errors.ts'
import { answerIn, requestContextOf } from './request-context.ts'
import type { GatewayAnswer, GatewayClient, GatewayRequest } from './gateway-client.ts'
import { repeatedRequest } from './idempotency.ts'
import { AskGatewayDocument, IdentifyCallerDocument } from './generated/operations.ts'

/** What a route needs: the client of the gateway and the public address. */
export interface Facade {
  /** Base address that callers use, without a slash at the end. */
  readonly publicUrl: string
  /** Runs an operation for the caller; throws the failure that its errors amount to. */
  call<R, V extends Record<string, unknown>>(
    request: FastifyRequest,
    reply: FastifyReply,
    document: TypedDocumentNode<R, V>,
    variables: V,
    options?: CallOptions,
  ): Promise<R>
  /** Runs an operation and returns its result, errors included. */
  ask<R, V extends Record<string, unknown>>(
    request: FastifyRequest,
    reply: FastifyReply,
    document: TypedDocumentNode<R, V>,
    variables: V,
    options?: CallOptions,
  ): Promise<GatewayAnswer>
  /**
   * Makes sure that the caller is counted and may use the route when none of its operations has done so: before the
   * body is read, and before the facade itself refuses. Does nothing once the gateway has admitted the request.
   */
  identify(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Charges the caller, who was identified, for a body that was read. */
  charge(request: FastifyRequest, size: BodySize): void
}

export interface CallOptions {
  /** Language of names in the response when the body requests another than Accept-Language. */
  readonly dataLanguage?: string
  /** Answered as to a caller without a key when the key cannot be looked up now. */
  readonly publicAnyway?: boolean
}

const texts = new WeakMap<DocumentNode, { query: string; operationName: string }>()

/** Text and name of a generated document, printed once. */
function textOf(document: DocumentNode): { query: string; operationName: string } {
  const known = texts.get(document)
  if (known) return known
  const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const printed = { query: print(document), operationName: definition?.name?.value ?? '' }
  texts.set(document, printed)
  return printed
}

const minChargedBytes = 4_096

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of the route, or one that needs the same scopes. */
    operation?: DocumentNode
    /** A `token`, in the path or the query, replaces the key. */
    signed?: boolean
  }
}

/** The token by which a request names a signed file. */
function signedTokenOf({ routeOptions, params, query }: FastifyRequest): unknown {
  if (routeOptions.config.signed !== true) return undefined
  return (params as { token?: unknown }).token ?? (query as { token?: unknown }).token
}

/** Whether a request names a signed file, and so needs no key. */
const isSigned = (request: FastifyRequest): boolean => signedTokenOf(request) !== undefined

// On these paths a caller without a key gets no answer but 401, unknown paths below them included.
const keyedPaths = /^\/(api\/partner|partner|webhooks|events|api\/auth)(\/|$)/

const needsKey = (url: string): boolean => keyedPaths.test(url.split('?', 1)[0] ?? '')

/** Whether nothing of a request, not even its body, is read before the gateway admits the caller. */
export const isCheckedFirst = (request: FastifyRequest): boolean => {
  const { headers } = request
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
  return hasBody || (requestContextOf(request).apiKey === undefined && needsKey(request.url) && !isSigned(request))
}

export function createFacade(options: { gateway: GatewayClient; publicUrl: string; logger: Logger }): Facade {
  const facade: Facade = {
    publicUrl: options.publicUrl.replace(/\/+$/, ''),
    async ask(request, reply, document, variables, { dataLanguage, publicAnyway } = {}) {
      const operation = textOf(document)
      const idempotency = repeatedRequest(request, operation.operationName)
      const headers = {
        ...callerHeaders(request),
        ...(idempotency === undefined ? {} : { idempotency }),
        ...(dataLanguage === undefined ? {} : { acceptLanguage: dataLanguage }),
      }
      const answer = await options.gateway.execute({ ...operation, variables, headers })
      // The language of the body is not that of the response's other texts.
      if (dataLanguage === undefined) followReplay(request, reply, answer)
      if (!publicAnyway || answer.errors?.[0]?.extensions?.['code'] !== 'SERVICE_UNAVAILABLE')
        return recordData(request, reply, answer)
      const { apiKey: _unknown, ...keyless } = headers
      return recordData(request, reply, await options.gateway.execute({ ...operation, variables, headers: keyless }))
    },
    async call<R, V extends Record<string, unknown>>(
      request: FastifyRequest,
      reply: FastifyReply,
      document: TypedDocumentNode<R, V>,
      variables: V,
      callOptions: CallOptions = {},
    ): Promise<R> {
      const { data, errors } = await facade.ask(request, reply, document, variables, callOptions)
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
      const document = isSigned(request) ? AskGatewayDocument : operationOf(request)
      const question = { ...textOf(document), headers: callerHeaders(request) }
      const { errors } = recordAnswer(request, reply, await options.gateway.authorize(question))
      if (errors?.length) throw problemOf(request, document, errors)
    },
    charge(request, size) {
      // Small bodies are part of what an operation is charged.
      if (size.bytes < minChargedBytes) return
      const question = { ...textOf(AskGatewayDocument), headers: callerHeaders(request) }
      options.gateway.charge(question, size).catch((error: unknown) => {
        options.logger.warn({ err: error }, 'a body was not charged to its caller')
      })
    },
  }

  /** The failure to respond with for the errors of an operation; an internal one is logged. */
  function problemOf(
    request: FastifyRequest,
    document: DocumentNode,
    errors: GatewayAnswer['errors'],
  ): ApiFailure | ValidationFailure {
    const { requestId, language } = requestContextOf(request)
    const problem = errors?.length ? failureOf(errors, language) : failure('INTERNAL_ERROR')
    if (problem instanceof ApiFailure && problem.status >= 500)
      options.logger.error({ requestId, errors, operation: textOf(document).operationName }, 'an operation failed')
    return problem
  }
  return facade
}

/** The operation that a route is for; on a path that has none the key alone is checked, where one is needed. */
function operationOf(request: FastifyRequest): DocumentNode {
  const { operation } = request.routeOptions.config
  if (operation) return operation
  return requestContextOf(request).apiKey !== undefined || needsKey(request.url)
    ? IdentifyCallerDocument
    : AskGatewayDocument
}

/** What the gateway must know about the caller; a request counts once, however many operations it runs. */
function callerHeaders(request: FastifyRequest): GatewayRequest['headers'] {
  const context = requestContextOf(request)
  const { requestId, apiKey, acceptLanguage, counted: alreadyCounted } = context
  context.counted = true
  const signedToken = signedTokenOf(request)
  return {
    requestId,
    ...(typeof signedToken === 'string' ? { signedToken } : {}),
    clientAddress: request.ip,
    alreadyCounted,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(acceptLanguage === undefined ? {} : { acceptLanguage }),
  }
}

/** The same for the response to an operation whose data the body is made of. */
function recordData(request: FastifyRequest, reply: FastifyReply, answer: GatewayAnswer): GatewayAnswer {
  const context = requestContextOf(request)
  // A body made from several responses is not derived from one.
  context.cached = context.answers === 0 ? answer.cached : undefined
  context.answers += 1
  return recordAnswer(request, reply, answer)
}

/** A replayed response stays in the language of the request that it was made for, and says so. */
function followReplay(request: FastifyRequest, reply: FastifyReply, { headers }: GatewayAnswer): void {
  const language = headers['content-language']
  if (language !== undefined) answerIn(request, reply, negotiateLocale(language))
}

/** Copies what a gateway response says about the request as a whole. */
function recordAnswer(request: FastifyRequest, reply: FastifyReply, answer: GatewayAnswer): GatewayAnswer {
  const context = requestContextOf(request)
  context.identified = true
  context.environment = answer.environment ?? context.environment
  context.bodyBounds = answer.bodyBounds ?? context.bodyBounds
  if (answer.partnerId) noteRequest(request.raw, { partnerId: answer.partnerId })
  const limitHeaders = tighterLimit(context.limitHeaders, answer.headers)
  context.limitHeaders = limitHeaders
  const { 'content-language': _language, ...headers } = answer.headers
  reply.headers({ ...headers, ...limitHeaders })
  if (answer.environment) reply.header('x-environment', answer.environment)
  return answer
}

/** Among the rate limits of two operations of one request, the headers of the one with the smaller share left. */
function tighterLimit(
  known: Readonly<Record<string, string>> | undefined,
  latest: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const share = (headers: Readonly<Record<string, string>>): number =>
    'x-ratelimit-retry-after' in headers
      ? -1
      : Number(headers['x-ratelimit-remaining']) / Number(headers['x-ratelimit-limit'])
  if (known && share(known) < share(latest)) return known
  return Object.fromEntries(Object.entries(latest).filter(([name]) => name.startsWith('x-ratelimit-')))
}
