import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import { BodyTooLarge, expectBody, mebibyte, UnsupportedBody } from '../../platform/http/body.ts'
import { clientAddress, type ProxyTrust } from '../../platform/http/client-address.ts'
import { countElsewhere } from '../../platform/http/connection-bounds.ts'
import { keylessSeconds, makeConditional } from '../../platform/http/etag.ts'
import { wantsPage } from '../../platform/http/pages.ts'
import { RequestValue } from '../../platform/http/request-value.ts'
import { sentKeysOf, type SentKeys } from '../../platform/http/sent-keys.ts'
import { departureOf } from '../../platform/http/departure.ts'
import { retryAfterSeconds } from '../../platform/process/failures.ts'
import { noteRequest } from '../../platform/http/request-facts.ts'
import {
  bodyBoundsHeader,
  forwardedCallerHeader,
  writeBodyBounds,
  type ForwardedCaller,
  type ForwardedCallerSigner,
} from '../../platform/http/forwarded-caller.ts'
import { negotiateLocale } from '../../platform/values/i18n.ts'
import { apiError } from '../../schema/errors.ts'
import type { Callers } from '../auth/callers.ts'
import { receive, type Received } from '../auth/reception.ts'
import type { GatewayContext } from '../context.ts'
import { idempotentRequest } from '../idempotency/idempotency.ts'
import { streamEvents, type EventStreamOptions } from '../subscription/event-stream.ts'
import { graphqlHandler, noteErrors } from './graphql-over-http.ts'
import { errorType } from './response-format.ts'
import { marked } from '../sandbox-mark.ts'

export interface EndpointOptions extends EventStreamOptions {
  readonly callers: Callers
  /** Which proxies may state the caller's address. */
  readonly trusts: ProxyTrust
  /** Verifies what a facade in another process states about its caller; without it no such statement is accepted. */
  readonly facadeSigner?: ForwardedCallerSigner | undefined
  /** Where browsers that open the path itself are led; nowhere when absent. */
  readonly page?: string
}

/** The headers of requests that the content of a response depends on; those that the REST facade has, and the format. */
const variedBy = 'Accept, Accept-Language, X-API-Key, Authorization, Origin, Accept-Encoding'

/** A received request, with what a facade of this product states about the request behind it. */
interface Arrival extends Received {
  readonly keys: SentKeys
  readonly forwarded: ForwardedCaller | undefined
  readonly response: ServerResponse
}

/** Serves GraphQL over HTTP at a path, and streams below it. */
export function registerEndpoint(app: FastifyInstance, path: string, options: EndpointOptions): void {
  const { callers, facadeSigner, graph, present, trusts } = options
  const arrivals = new RequestValue<Arrival>()

  /** Runs before the body is read, so that a refused request costs little. */
  async function arrive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const { headers } = request
    // The address without an operation, opened in a browser.
    if (options.page !== undefined && request.method !== 'POST' && request.url === path && wantsPage(request))
      return reply.header('vary', 'Accept').redirect(options.page)
    const keys = sentKeysOf(request.raw)
    const acceptLanguage = headers['accept-language']
    const forwarded = facadeSigner?.verify(headers[forwardedCallerHeader])
    reply.header('x-request-id', request.id).header('vary', variedBy)
    reply.header('content-language', negotiateLocale(acceptLanguage))
    const received = await receive(
      callers,
      {
        ...keys,
        acceptLanguage,
        origin: headers.origin,
        requestId: request.id,
      },
      forwarded ?? { clientAddress: clientAddress(request.raw, trusts) },
    )
    // A facade has the connections of all its callers.
    if (forwarded) countElsewhere(request.raw.socket)
    arrivals.set(request.raw, { ...received, keys, forwarded, response: reply.raw })
    const { identity, refusal, meter } = received
    if (forwarded?.usedMilliseconds) meter.spend(forwarded.usedMilliseconds)
    if (identity?.partnerId) noteRequest(request.raw, { partnerId: identity.partnerId })
    if (identity && identity.partnerId !== null) reply.header('x-environment', identity.environment)
    if (refusal) return refuse(request, reply, refusal)
    const bounds = callers.bodyBounds(identity)
    // A facade bounds what its callers send, and sends something else.
    if (forwarded) reply.header(bodyBoundsHeader, writeBodyBounds(bounds))
    else expectBody(request, reply, bounds)
    return undefined
  }

  function contextOf(request: FastifyRequest): GatewayContext {
    const { identity, meter, keys, forwarded, response } = arrivals.of(request.raw) ?? {}
    if (!identity || !meter || !response) throw new Error('A request was not authenticated')
    const { 'idempotency-key': key } = request.headers
    // Only a facade has requests that are not the operation itself.
    const repeated = typeof key === 'string' ? { key, ...forwarded?.repeatable } : undefined
    const idempotent = idempotentRequest(keys?.apiKey, repeated)
    // A response that is stored for the next request must be complete, also when this caller disconnects.
    const fromFacade = forwarded !== undefined
    if (idempotent) return { identity, meter, idempotent, fromFacade }
    return {
      identity,
      meter,
      fromFacade,
      // Responses in memory need none.
      get signal() {
        return departureOf(response)
      },
    }
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, error: GraphQLError): FastifyReply {
    const locale = negotiateLocale(request.headers['accept-language'])
    const shown = present(error, { locale, requestId: request.id })
    noteErrors(request, { errors: [shown] })
    return reply
      .code(Number(shown.extensions?.status ?? 500))
      .type(errorType(request))
      .send(JSON.stringify(marked({ errors: [shown] }, arrivals.of(request.raw)?.identity)))
  }

  function complete(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const { identity, meter } = arrivals.of(request.raw) ?? {}
    if (!meter) return payload
    reply.headers(meter.headers)
    if (reply.statusCode === 503) reply.header('retry-after', retryAfterSeconds)
    if (request.method === 'POST') return payload
    // A response with errors is not cached: the same request may succeed the next time.
    if (typeof payload === 'string' && payload.includes('"errors":[')) return payload
    return makeConditional(request, reply, payload, {
      publicSeconds: identity?.partnerId === null && !meter.hasOwnLimit ? keylessSeconds : null,
    })
  }

  const handler = graphqlHandler({
    execution: () => graph().execution,
    contextOf,
    authorizesOnly: (request) => arrivals.of(request.raw)?.forwarded?.authorizeOnly === true,
    stream: (operation, context, exchange) => streamEvents(operation, context, exchange, options),
    present,
  })

  app.register(async (scope) => {
    // A form or plain text is what a page of another origin may send without a preflight request (CSRF).
    scope.removeContentTypeParser('text/plain')
    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) =>
      refuse(request, reply, requestError(error)),
    )
    for (const url of [path, `${path}/stream`])
      scope.route({
        method: ['GET', 'POST'],
        url,
        bodyLimit: mebibyte,
        onRequest: arrive,
        onSend: async (request, reply, payload) => complete(request, reply, payload),
        handler,
      })
  })
}

/** An error of reading a request, by its HTTP status. */
function requestError(error: Error & { statusCode?: number }): GraphQLError {
  const withCode = (code: string, message = ''): GraphQLError => new GraphQLError(message, { extensions: { code } })
  const { statusCode = 500 } = error
  if (statusCode === 413)
    return apiError('PAYLOAD_TOO_LARGE', { limitBytes: error instanceof BodyTooLarge ? error.limitBytes : mebibyte })
  if (statusCode === 415)
    return apiError('UNSUPPORTED_MEDIA_TYPE', {
      accepted: `application/json${error instanceof UnsupportedBody ? error.required : ''}`,
    })
  if (statusCode < 500) return withCode('BAD_REQUEST', error.message)
  return new GraphQLError('', { originalError: error })
}
