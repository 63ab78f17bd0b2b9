import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import ajvFormats from 'ajv-formats'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  type onSendHookHandler,
} from 'fastify'
import { declareBound } from '../process/bounds.ts'
import { boundBodies, mebibyte } from './body.ts'
import { compressResponses } from './compression.ts'
import { boundConnections, type ConnectionBounds } from './connection-bounds.ts'
import type { Logger } from '../process/logger.ts'
import type { Origins } from './cors.ts'
import { logRequests } from './request-log.ts'
import { secureResponses } from './security-headers.ts'
import { accountRequests } from './request-account.ts'
import { endRefused, queueRequests } from './request-queue.ts'
import { sentKeysOf } from './sent-keys.ts'
import { traceRequests } from './tracing.ts'

/** Request ids that callers may choose: short and harmless in a log. */
const saneRequestId = /^[\w.-]{1,100}$/

export interface HttpServerOptions extends Pick<
  FastifyServerOptions,
  'bodyLimit' | 'clientErrorHandler' | 'frameworkErrors' | 'trustProxy'
> {
  /** How long a client may take for its headers, and for its whole request. */
  readonly headersTimeoutSeconds?: number
  readonly requestTimeoutSeconds?: number
  /** Address that callers use; if it is HTTPS, browsers get Strict-Transport-Security. */
  readonly publicUrl?: string
  readonly origins?: Origins
  /** For a server that the internet reaches. */
  readonly connections?: ConnectionBounds
}

const maxHeaderBytes = 16_384

const headerBytes = declareBound({
  name: 'header-bytes',
  what: 'Headers together',
  per: 'request',
  default: '16 KiB',
  response: '431 `HEADERS_TOO_LARGE`, closed',
})
const requestTime = declareBound({
  name: 'request-time',
  what: 'Time in which the headers, and the whole request, arrive',
  per: 'request',
  default: '10 seconds; 30 seconds',
  setting: 'HEADERS_TIMEOUT_SECONDS, REQUEST_TIMEOUT_SECONDS',
  response: '408 `REQUEST_TIMEOUT`, closed',
})

/** A connection without any traffic is closed: a client that reads this slowly has given up. */
const idleMilliseconds = 120_000
/** How long a server that closes waits for the request of a connection that has not sent any. */
const unusedMilliseconds = 500

/** A Fastify server with the settings that every service shares, and those of one service. */
export function createHttpServer(logger: Logger, options: HttpServerOptions = {}): FastifyInstance {
  const { headersTimeoutSeconds = 10, requestTimeoutSeconds = 30, publicUrl, origins, connections, ...own } = options
  const headersTimeout = Math.min(headersTimeoutSeconds, requestTimeoutSeconds) * 1_000
  const app = fastify({
    bodyLimit: mebibyte,
    ...own,
    // Members of these names are input like any other: unknown, and reported by name. No prototype is set from a body.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: requestTimeoutSeconds * 1_000,
    connectionTimeout: idleMilliseconds,
    keepAliveTimeout: 72_000,
    // Node checks for slow clients at this interval: a quarter of the allowed time is accurate enough.
    http: { headersTimeout, connectionsCheckingInterval: headersTimeout / 4, maxHeaderSize: maxHeaderBytes },
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // A request that arrives while the server closes is served: everything it needs ends after the last response.
    return503OnClosing: false,
    genReqId: requestIdOf,
    // Every invalid input of a request is reported, not only the first; bodies are never coerced.
    ajv: {
      customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false },
      plugins: [ajvFormats.default as never],
    },
  })
  boundConnections(app.server, connections, logger)
  if (connections) queueRequests(app, connections)
  accountRequests(app)
  app.server.on('clientError', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'HPE_HEADER_OVERFLOW') headerBytes.reached()
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') requestTime.reached()
  })
  endUnusedConnections(app)
  boundBodies(app)
  secureResponses(app, publicUrl)
  onFinalStatus(app, challenge)
  if (connections) onFinalStatus(app, endRefused)
  refuseExpectations(app)
  traceRequests(app)
  logRequests(app, logger)
  compressResponses(app)
  origins?.register(app)
  return app
}

/** Names the scheme of authentication in every 401 (RFC 9110, 11.6.1), and whether the key that was sent is wrong (RFC 6750). */
const challenge: onSendHookHandler = (request, reply, payload, done) => {
  if (reply.statusCode === 401 && !reply.hasHeader('www-authenticate')) {
    const isWrong = sentKeysOf(request.raw).apiKey !== undefined
    reply.header('www-authenticate', `Bearer realm="partner-api"${isWrong ? ', error="invalid_token"' : ''}`)
  }
  done(null, payload)
}

/** Runs a hook after those of a route, which may refuse its caller. */
function onFinalStatus(app: FastifyInstance, hook: onSendHookHandler): void {
  app.addHook('onRoute', (route) => {
    route.onSend = [...[route.onSend ?? []].flat(), hook]
  })
  // An unknown path is no route.
  app.addHook('onSend', hook)
}

/** Refuses `Expect` with anything but `100-continue`, as Node does, with an id to find it by. */
function refuseExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { 'x-request-id': requestIdOf(request), 'content-length': 0 }).end()
  })
}

/** The caller's id of a request if it is sane, or else a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && saneRequestId.test(given) ? given : randomUUID()
}

/**
 * Closes connections without a request, which browsers open in advance, when the server closes: they would delay it. A
 * request that arrived and was not read yet is served, so each connection is given time and one more turn of reading.
 */
function endUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  let isClosing = false
  function forget(this: Socket): void {
    open.delete(this)
  }
  const endIfUnused = (socket: Socket): void => {
    setTimeout(() => setImmediate(() => void (socket.bytesRead === 0 && socket.destroy())), unusedMilliseconds).unref()
  }
  app.server.on('connection', (socket: Socket) => {
    open.add(socket.once('close', forget))
    if (isClosing) endIfUnused(socket)
  })
  app.addHook('preClose', (done) => {
    isClosing = true
    for (const socket of open) if (socket.bytesRead === 0) endIfUnused(socket)
    done()
  })
}
