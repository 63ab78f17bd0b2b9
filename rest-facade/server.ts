import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { PictureStore } from '../platform/pictures/picture-store.ts'
import type { Logger } from '../platform/process/logger.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import {
  admitBeforeBody,
  parseJsonBodies,
  refusalOf,
  replaceNuls,
  requireDecodableQuery,
  sendError,
  type SendFailure,
} from './http/admission.ts'
import { publishAsyncApi } from './asyncapi/index.ts'
import { authRoutes } from './auth/index.ts'
import { cenoteRoutes, serviceRoutes } from './cenote/index.ts'
import { respondConditionally } from './http/etag.ts'
import { becomeFailure, failure, respondToBrokenRequest, sendFailure } from './http/errors.ts'
import { announceDeprecations } from './http/deprecation.ts'
import { couponRoutes } from './coupon/index.ts'
import { availabilityChangeRoute, eventRoutes } from './event/index.ts'
import { writeCommonHeaders } from './http/request-context.ts'
import { buildOnThread } from './documents-thread.ts'
import { createFacade, type Facade } from './http/facade.ts'
import type { GatewayClient } from './http/gateway-client.ts'
import { isOctoPath, octoRoutes, sendOctoFailure, type Supplier } from './octo/index.ts'
import { publishDocuments } from './openapi/index.ts'
import { locationRoutes } from './location/index.ts'
import { manifestRoutes } from './manifest/index.ts'
import { demoPictureRoute, imageUploadRoute, pictureRoute } from './picture/index.ts'
import { pricingRoutes } from './pricing/index.ts'
import { registerReference } from './reference/index.ts'
import { reportRoutes } from './report/index.ts'
import { documentRoutes, reservationRoutes } from './reservation/index.ts'
import { Closed, requireClosed } from './schemas/schema-shape.ts'
import { systemRoutes } from './system/index.ts'
import { tourRoutes } from './tour/index.ts'
import { compileValidator } from './schemas/validation.ts'
import { webhookRoutes } from './webhook/index.ts'

export interface RestFacadeOptions {
  /** The client of the gateway, the only source of data. */
  readonly gateway: GatewayClient
  /** Base URL that callers use, in `Link` headers and the reference. */
  readonly publicUrl: string
  /** Sends the not-found page to a browser; undefined for a request that does not accept HTML. */
  readonly notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined
  /** A key that every reader of the reference may use, filled in there. */
  readonly exampleKey?: string | undefined
  readonly pictures: PictureStore
  /** The supplier that resellers over OCTO see. */
  readonly supplier: Supplier
  readonly logger: Logger
}

const withoutMembers = compileValidator(Closed({}), 'body')

/**
 * The documented REST paths, those of OCTO, `/openapi.json`, `/asyncapi.json` and `/docs/api` as one Fastify plugin. Its
 * hooks, parsers, error handler, validators and serializers apply to its own routes only, so that it can share a server.
 */
export async function createRestFacade(options: RestFacadeOptions): Promise<FastifyPluginAsync> {
  const facade = createFacade(options)
  return async (app) => {
    app.addHook('onRoute', ({ url, method }) => knownPathsOf(app).add(url, method))
    publishDocuments(app, {
      build: (today) => buildOnThread({ publicUrl: facade.publicUrl, supplier: options.supplier, today }),
      sendUnavailable(request, reply) {
        writeCommonHeaders(request, reply, facade.publicUrl)
        return sendInFormat(request, reply, failure('SERVICE_UNAVAILABLE'))
      },
      logger: options.logger,
    })
    publishAsyncApi(app, facade.publicUrl)
    registerReference(app, { publicUrl: facade.publicUrl, exampleKey: options.exampleKey })
    pictureRoute(app, options.pictures)
    demoPictureRoute(app)
    await app.register(async (rest) => {
      useCommonHooks(rest, facade, options.logger)
      announceDeprecations(rest, facade.publicUrl)
      for (const [prefix, hide] of [
        ['/api/partner', false],
        ['/partner', true],
      ] as const) {
        await rest.register(cenoteRoutes(facade), { prefix, hide })
        await rest.register(availabilityChangeRoute(facade), { prefix, hide })
        await rest.register(reservationRoutes(facade), { prefix, hide })
        await rest.register(reportRoutes(facade), { prefix, hide })
        await rest.register(manifestRoutes(facade), { prefix, hide })
        await rest.register(imageUploadRoute(facade, options.pictures), { prefix, hide })
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
    await app.register(octoRoutes(facade, options.supplier, options.logger), { prefix: '/octo/v1' })
  }
}

/** Hooks of every documented route: headers, authentication first, validation, errors, entity tags. */
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
  // A route without a body refuses the members of one as unknown.
  rest.addHook('preValidation', async ({ body, routeOptions }) => {
    if (body === undefined || routeOptions.schema?.body !== undefined) return
    const checked = withoutMembers(body)
    if ('error' in checked) throw checked.error
  })
  // Response schemas are documentation; serializing by them would cost time and could drop a field.
  rest.setSerializerCompiler(() => (body) => JSON.stringify(body))

  rest.addHook('preValidation', requireDecodableQuery)
  rest.addHook('preHandler', replaceNuls)
  parseJsonBodies(rest)

  rest.addHook('onRequest', async (request, reply) => {
    writeCommonHeaders(request, reply, facade.publicUrl)
    await admitBeforeBody(facade, request, reply)
  })

  rest.addHook('onSend', async (request, reply, payload) => {
    const refusal = await refusalOf(facade, request, reply)
    if (!refusal) return respondConditionally(request, reply, payload)
    reply.removeHeader('content-length')
    return JSON.stringify(becomeFailure(request, reply, refusal))
  })

  const reporting = { facade, logger, send: sendFailure }
  rest.setErrorHandler<FastifyError>((error, request, reply) => sendError(reporting, error, request, reply))
}

/** Paths of a server and their methods. */
class KnownPaths {
  readonly #paths = new Map<string, { pattern: RegExp; methods: Set<string> }>()

  add(url: string, method: string | string[]): void {
    const known = this.#paths.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
    for (const name of [method].flat()) known.methods.add(name.toUpperCase())
    this.#paths.set(url, known)
  }

  /** Methods of a path; none when it is unknown. */
  methodsAt(pathname: string): string[] {
    const methods = [...this.#paths.values()].filter(({ pattern }) => pattern.test(pathname))
    return [...new Set(methods.flatMap((path) => [...path.methods]))].sort()
  }
}

// By HTTP server, which a plugin shares with its root: both functions below use one table, in either order.
const knownPaths = new WeakMap<object, KnownPaths>()

function knownPathsOf({ server }: FastifyInstance): KnownPaths {
  const known = knownPaths.get(server) ?? new KnownPaths()
  knownPaths.set(server, known)
  return known
}

/** The pattern of a route's path; undefined for a lone `*`, which matches everything. */
function patternOf(url: string): RegExp {
  if (url === '*' || url === '/*') return /(?!)/
  const steps = url.split('/').map((step) => {
    if (step === '*') return '.*'
    return step.startsWith(':') ? '[^/]+' : step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  // A trailing slash makes no difference, as in routing.
  return new RegExp(`^${steps.join('/')}/?$`)
}

/** Sends a failure in the format of the path that was requested, whether or not it is known. */
const sendInFormat: SendFailure = (request, reply, problem) =>
  (isOctoPath(request.url) ? sendOctoFailure : sendFailure)(request, reply, problem)

/**
 * Handles unknown paths of the whole server: 405 with `Allow` when the path has other methods, 404 otherwise. It knows
 * the facade's paths, and those of the rest of the server that are registered after it.
 */
export function registerNotFound(app: FastifyInstance, options: RestFacadeOptions): void {
  const facade = createFacade(options)
  facades.set(app.server, { ...options, facade })
  app.addHook('onRoute', ({ url, method }) => knownPathsOf(app).add(url, method))
  const sendNotFound = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    writeCommonHeaders(request, reply, facade.publicUrl)
    const page = isOctoPath(request.url) ? undefined : options.notFoundPage?.(request, reply)
    if (page) return page
    const refusal = await refusalOf(facade, request, reply)
    if (refusal) return sendInFormat(request, reply, refusal)
    const allowed = knownPathsOf(app).methodsAt(request.url.split('?', 1)[0] ?? '')
    // Also reached from a route that found nothing to send.
    if (allowed.length === 0 || allowed.includes(request.method))
      return sendInFormat(request, reply, failure('NOT_FOUND'))
    reply.header('allow', allowed.join(', '))
    return sendInFormat(request, reply, failure('METHOD_NOT_ALLOWED', { allowed }))
  }
  app.setNotFoundHandler(sendNotFound)
  // On an unknown path the body is not read.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? sendNotFound(request, reply) : undefined))
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    writeCommonHeaders(request, reply, facade.publicUrl)
    return sendError({ facade, logger: options.logger, send: sendInFormat }, error, request, reply)
  })
}

// By HTTP server, for failures before any route or plugin is known.
const facades = new WeakMap<object, RestFacadeOptions & { readonly facade: Facade }>()

/** Options of a Fastify server that the facade is registered on: a URL that cannot be decoded is unknown. */
export const restServerOptions = {
  clientErrorHandler: respondToBrokenRequest,
  frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const { facade, notFoundPage } = facades.get(request.server.server) ?? {}
    // No hook runs for it.
    reply.headers(securityHeaders(facade?.publicUrl))
    writeCommonHeaders(request, reply, facade?.publicUrl)
    if (!isOctoPath(request.url) && notFoundPage?.(request, reply)) return
    const refusal = facade ? refusalOf(facade, request, reply) : Promise.resolve(null)
    void refusal.then(
      (refused) => sendInFormat(request, reply, refused ?? failure('NOT_FOUND')),
      () => sendInFormat(request, reply, failure('INTERNAL_ERROR')),
    )
  },
}
