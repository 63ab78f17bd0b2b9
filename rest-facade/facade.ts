import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Kind, print, type DocumentNode } from 'graphql'
import type { Logger } from '../platform/logger.ts'
import { errorMessage, isErrorCode } from '../schema/errors.ts'
import { ApiFailure, failure, failureOf } from './errors.ts'
import { exchangeOf } from './exchange.ts'
import type { GatewayAnswer, GatewayClient } from './gateway-client.ts'
import { repeatedRequest } from './idempotency.ts'
import { AskGatewayDocument, IdentifyCallerDocument } from './generated/operations.ts'

/** What a route needs to answer: the way to the gateway and the address it is reached under. */
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
  /** Runs an operation and hands back whatever came, errors included. */
  ask<R, V extends Record<string, unknown>>(
    request: FastifyRequest,
    reply: FastifyReply,
    document: TypedDocumentNode<R, V>,
    variables: V,
    options?: CallOptions,
  ): Promise<GatewayAnswer>
  /**
   * Makes sure that the caller is authenticated and counted when no operation of its own has done that: before a
   * refusal that the facade finds itself. Does nothing when the gateway has been asked already.
   */
  identify(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export interface CallOptions {
  /** Language of names in the answer when the body asks for another than Accept-Language does. */
  readonly dataLanguage?: string
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

// Decisions 2: on these paths nothing is told to a caller without a key.
const keyedPaths = /^\/(api\/partner|partner|webhooks|events|api\/auth)(\/|$)/

/** Whether a path answers only to a caller with a key (decisions 2). */
export const needsKey = (url: string): boolean => keyedPaths.test(url.split('?', 1)[0] ?? '')

export function createFacade(options: { gateway: GatewayClient; publicUrl: string; logger: Logger }): Facade {
  const facade: Facade = {
    publicUrl: options.publicUrl.replace(/\/+$/, ''),
    async ask(request, reply, document, variables, { dataLanguage } = {}) {
      const exchange = exchangeOf(request)
      const acceptLanguage = dataLanguage ?? exchange.acceptLanguage
      const operation = textOf(document)
      const idempotency = repeatedRequest(request, operation.operationName)
      const alreadyCounted = exchange.counted
      exchange.counted = true
      const answer = await options.gateway.execute({
        ...operation,
        variables,
        headers: {
          ...(idempotency === undefined ? {} : { idempotency }),
          requestId: exchange.requestId,
          clientAddress: request.ip,
          alreadyCounted,
          ...(exchange.apiKey === undefined ? {} : { apiKey: exchange.apiKey }),
          ...(acceptLanguage === undefined ? {} : { acceptLanguage }),
        },
      })
      exchange.identified = true
      exchange.environment = answer.environment ?? exchange.environment
      reply.headers(answer.headers)
      return answer
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
      const { requestId, locale } = exchangeOf(request)
      const problem = errors?.length ? failureOf(errors) : failure('INTERNAL_ERROR')
      if (!(problem instanceof ApiFailure)) throw problem
      if (problem.status >= 500)
        options.logger.error({ requestId, errors, operation: textOf(document).operationName }, 'an operation failed')
      if (callOptions.dataLanguage === undefined || !isErrorCode(problem.code)) throw problem
      // The names were asked for in the body's language; a refusal still speaks that of Accept-Language.
      const { code, status, details, messageKey } = problem
      throw new ApiFailure(code, status, details, messageKey, errorMessage(problem.code, locale, details))
    },
    async identify(request, reply) {
      const { identified, apiKey } = exchangeOf(request)
      if (identified) return
      if (apiKey !== undefined || needsKey(request.url)) await facade.call(request, reply, IdentifyCallerDocument, {})
      else await facade.call(request, reply, AskGatewayDocument, {})
    },
  }
  return facade
}
