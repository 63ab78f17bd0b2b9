import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { BodyOutOfBounds, BodyTooLarge, expectBody, jsonParser, mebibyte } from '../platform/http/body.ts'
import type { Logger } from '../platform/process/logger.ts'
import { pagePolicy, securityHeaders } from '../platform/http/security-headers.ts'
import { publishAsyncApi } from './asyncapi/index.ts'
import { authRoutes } from './auth/index.ts'
import { cenoteRoutes, serviceRoutes } from './cenote/index.ts'
import { respondConditionally } from './etag.ts'
import {
  answerBrokenRequest,
  ApiFailure,
  setRetryAfter,
  bodyOutOfBounds,
  failure,
  failureBody,
  malformedJson,
  sendFailure,
  ValidationFailure,
} from './errors.ts'
import { announceDeprecations } from './deprecation.ts'
import { couponRoutes } from './coupon/index.ts'
import { eventRoutes } from './event/index.ts'
import { requestContextOf, writeCommonHeaders } from './request-context.ts'
import { errorMessage } from '../schema/errors.ts'
import { createFacade, isCheckedFirst, type Facade } from './facade.ts'
import type { GatewayClient } from './gateway-client.ts'
import { publishOpenApi } from './openapi/index.ts'
import { locationRoutes } from './location/index.ts'
import { pricingRoutes } from './pricing/index.ts'
import { referenceOptions } from './reference/index.ts'
import { documentRoutes, reservationRoutes } from './reservation/index.ts'
import { Closed, requireClosed } from './schema-shape.ts'
import { systemRoutes } from './system/index.ts'
import { tourRoutes } from './tour/index.ts'
import { compileValidator, SchemaMismatch } from './validation.ts'
import { webhookRoutes } from './webhook/index.ts'

export interface RestFacadeOptions {
  /** The client that all data comes through. */
  readonly gateway: GatewayClient
  /** Base address that callers use; `Link` headers and the reference name it. */
  readonly publicUrl: string
  /** Sends the page of an unknown address to a browser; undefined for a caller that asked for no page. */
  readonly notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined
  /** A key that every reader of the reference may use; it is filled in there. */
  readonly exampleKey?: string | undefined
  readonly logger: Logger
}

const withoutMembers = compileValidator(Closed({}), 'body')

/**
 * The documented REST paths, `/openapi.json`, `/asyncapi.json` and `/docs` as one Fastify plugin. Its hooks, parsers, error handler,
 * validators and serializers hold for its own routes only, so that it can share a server.
 */
export async function createRestFacade(options: RestFacadeOptions): Promise<FastifyPluginAsync> {
  const facade = createFacade(options)
  return async (app) => {
    app.addHook('onRoute', ({ url, method }) => knownPathsOf(app).add(url, method))
    const openApi = await publishOpenApi(app, facade.publicUrl)
    publishAsyncApi(app, facade.publicUrl)
    await app.register(fastifySwaggerUi, {
      routePrefix: '/docs/api',
      ...referenceOptions(options.exampleKey),
      logLevel: 'warn',
      transformSpecification: openApi as () => object,
      // Requests tried out on the page go to the address that the document names.
      staticCSP: pagePolicy([new URL(facade.publicUrl).origin]),
    })
    await app.register(async (rest) => {
      useCommonHooks(rest, facade, options.logger)
      announceDeprecations(rest, facade.publicUrl)
      for (const [prefix, hide] of [
        ['/api/partner', false],
        ['/partner', true],
      ] as const) {
        await rest.register(cenoteRoutes(facade), { prefix, hide })
        await rest.register(reservationRoutes(facade), { prefix, hide })
      }
      await rest.register(documentRoutes(facade))
      await rest.register(serviceRoutes(facade))
      await rest.register(tourRoutes(facade))
      await rest.register(locationRoutes(facade))
      await rest.register(pricingRoutes(facade))
      await rest.register(eventRoutes(facade))
      await rest.register(webhookRoutes(facade))
      await rest.register(couponRoutes(facade))
      await rest.register(authRoutes(facade))
      await rest.register(systemRoutes(facade))
    })
  }
}

const isBlank = (body: Buffer): boolean => body.length < 1_000 && body.toString().trim() === ''

/** What holds for every documented route: headers, authentication first, validation, errors, entity tags. */
function useCommonHooks(rest: FastifyInstance, facade: Facade, logger: Logger): void {
  rest.addHook('onRoute', (route) => {
    const { url, config } = route
    if (!config?.operation)
      throw new Error(`${url} names no operation: its scopes could not be checked before its body`)
    const schema = (route.schema ??= {})
    schema.querystring ??= Closed({})
    for (const part of ['querystring', 'body'] as const) if (schema[part]) requireClosed(schema[part], `${url} ${part}`)
  })
  rest.setValidatorCompiler<TSchema>(({ schema, method, httpPart }) =>
    compileValidator(schema, httpPart ?? 'body', { preservesNulls: method === 'PATCH' }),
  )
  // A route that takes no body refuses members of one as unknown.
  rest.addHook('preValidation', async ({ body, routeOptions }) => {
    if (body === undefined || routeOptions.schema?.body !== undefined) return
    const checked = withoutMembers(body)
    if ('error' in checked) throw checked.error
  })
  // The schemas of answers are documentation; filtering by them would cost time and could hide a field.
  rest.setSerializerCompiler(() => (body) => JSON.stringify(body))

  // An id with a NUL names nothing, like any other unknown id: it is a 404, not a validation failure.
  rest.addHook('preHandler', async ({ params }) => {
    const values = params as Record<string, string>
    for (const [name, value] of Object.entries(values)) values[name] = value.replaceAll('\0', '\uFFFD')
  })

  rest.removeAllContentTypeParsers()
  const parseJson = jsonParser(rest)
  rest.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: mebibyte },
    (request, body, done) => {
      if (isBlank(body)) return done(null, undefined)
      void parseJson(request, body, (error, parsed) => {
        if (error instanceof BodyOutOfBounds) done(error)
        else if (error) done(new ValidationFailure({}, [malformedJson[requestContextOf(request).language]]))
        else done(null, parsed)
      })
    },
  )

  rest.addHook('onRequest', async (request, reply) => {
    writeCommonHeaders(request, reply, facade.publicUrl)
    if (!isCheckedFirst(request)) return
    await facade.identify(request, reply)
    const { bodyBounds } = requestContextOf(request)
    expectBody(request, reply, { ...bodyBounds, onRead: (size) => facade.charge(request, size) })
  })

  rest.addHook('onSend', async (request, reply, payload) => {
    const refusal = await refusalOf(facade, request, reply)
    if (!refusal) return respondConditionally(request, reply, payload)
    setRetryAfter(reply, refusal)
    reply.code(refusal.status).type('application/json; charset=utf-8').removeHeader('content-length')
    return JSON.stringify(failureBody(request, refusal))
  })

  rest.setErrorHandler<FastifyError>((error, request, reply) => answerError(facade, logger, error, request, reply))
}

/**
 * Sends a failure. One that the facade found itself, before any operation ran, first asks the gateway to authenticate
 * the caller: a caller that is not admitted learns nothing else (401 before 400), and `_sandbox` is right.
 */
async function answerError(
  facade: Facade,
  logger: Logger,
  error: Error & { code?: string; statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const problem = problemOf(error, request)
  if (!problem) {
    const { requestId } = requestContextOf(request)
    // The route's pattern: the address of a document is a secret.
    logger.error({ err: error, requestId, route: request.routeOptions.url }, 'a request failed unexpectedly')
    return sendFailure(request, reply, failure('INTERNAL_ERROR'))
  }
  const refusal = await refusalOf(facade, request, reply)
  return sendFailure(request, reply, refusal ?? problem)
}

/** Why the gateway refused the caller, who is counted by the check; null when it is admitted or was checked before. */
async function refusalOf(facade: Facade, request: FastifyRequest, reply: FastifyReply): Promise<ApiFailure | null> {
  try {
    await facade.identify(request, reply)
    return null
  } catch (error) {
    if (error instanceof ApiFailure) return error
    throw error
  }
}

function problemOf(
  error: Error & { code?: string; statusCode?: number },
  request: FastifyRequest,
): ApiFailure | ValidationFailure | null {
  if (error instanceof ApiFailure || error instanceof ValidationFailure) return error
  if (error instanceof SchemaMismatch) return new ValidationFailure(error.fields(requestContextOf(request).language))
  if (error instanceof BodyOutOfBounds)
    return new ValidationFailure({}, [bodyOutOfBounds(error, requestContextOf(request).language)])
  if (error instanceof BodyTooLarge) return failure('PAYLOAD_TOO_LARGE', { limitBytes: error.limitBytes })
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return failure('PAYLOAD_TOO_LARGE', { limitBytes: mebibyte })
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return failure('UNSUPPORTED_MEDIA_TYPE')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ValidationFailure({}, [errorMessage('ERROR_VALIDACION', requestContextOf(request).locale)])
  }
  return null
}

/** Paths of a server and the methods they take. */
class KnownPaths {
  readonly #paths = new Map<string, { pattern: RegExp; methods: Set<string> }>()

  add(url: string, method: string | string[]): void {
    const known = this.#paths.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
    for (const name of [method].flat()) known.methods.add(name.toUpperCase())
    this.#paths.set(url, known)
  }

  /** Methods that an address takes; none when it is unknown. */
  methodsAt(pathname: string): string[] {
    const methods = [...this.#paths.values()].filter(({ pattern }) => pattern.test(pathname))
    return [...new Set(methods.flatMap((path) => [...path.methods]))].sort()
  }
}

// By HTTP server, which a plugin shares with its root: whichever of the two below comes first, both see one table.
const knownPaths = new WeakMap<object, KnownPaths>()

function knownPathsOf({ server }: FastifyInstance): KnownPaths {
  const known = knownPaths.get(server) ?? new KnownPaths()
  knownPaths.set(server, known)
  return known
}

/** What a route's path matches; a lone `*` matches everything and so says nothing about a path. */
function patternOf(url: string): RegExp {
  if (url === '*' || url === '/*') return /(?!)/
  const steps = url.split('/').map((step) => {
    if (step === '*') return '.*'
    return step.startsWith(':') ? '[^/]+' : step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  // A slash at the end makes no difference, as in routing.
  return new RegExp(`^${steps.join('/')}/?$`)
}

/**
 * Answers unknown paths, in the whole server: 405 with `Allow` where the path has other methods, 404 otherwise. It
 * knows the facade's paths, and of the rest of the server those registered after it.
 */
export function registerNotFound(app: FastifyInstance, options: RestFacadeOptions): void {
  const facade = createFacade(options)
  facades.set(app.server, { ...options, facade })
  app.addHook('onRoute', ({ url, method }) => knownPathsOf(app).add(url, method))
  const answerUnknown = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    writeCommonHeaders(request, reply, facade.publicUrl)
    const page = options.notFoundPage?.(request, reply)
    if (page) return page
    const refusal = await refusalOf(facade, request, reply)
    if (refusal) return sendFailure(request, reply, refusal)
    const allowed = knownPathsOf(app).methodsAt(request.url.split('?', 1)[0] ?? '')
    // A route that found nothing to send comes here too.
    if (allowed.length === 0 || allowed.includes(request.method))
      return sendFailure(request, reply, failure('NOT_FOUND'))
    reply.header('allow', allowed.join(', '))
    return sendFailure(request, reply, failure('METHOD_NOT_ALLOWED', { allowed }))
  }
  app.setNotFoundHandler(answerUnknown)
  // Where the path names nothing, a body is not read.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? answerUnknown(request, reply) : undefined))
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    writeCommonHeaders(request, reply, facade.publicUrl)
    return answerError(facade, options.logger, error, request, reply)
  })
}

// By HTTP server, for what fails before any route or plugin is known.
const facades = new WeakMap<object, RestFacadeOptions & { readonly facade: Facade }>()

/**
 * Setting that a server carrying the facade needs from its start: an address that cannot be decoded names nothing.
 */
export const restServerOptions = {
  clientErrorHandler: answerBrokenRequest,
  frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const { facade, notFoundPage } = facades.get(request.server.server) ?? {}
    // It passes no hook.
    reply.headers(securityHeaders(facade?.publicUrl))
    writeCommonHeaders(request, reply, facade?.publicUrl)
    if (notFoundPage?.(request, reply)) return
    const refusal = facade ? refusalOf(facade, request, reply) : Promise.resolve(null)
    void refusal.then(
      (refused) => sendFailure(request, reply, refused ?? failure('NOT_FOUND')),
      () => sendFailure(request, reply, failure('INTERNAL_ERROR')),
    )
  },
}
