import { randomUUID } from 'node:crypto'
import ajvFormats from 'ajv-formats'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
} from 'fastify'
import type { Logger } from './logger.ts'

/** Request ids that callers may choose: short and harmless in a log. */
const saneRequestId = /^[\w.-]{1,100}$/

/** A Fastify server with the settings that every public address of ours shares, and those only its service knows. */
export function createHttpServer(
  logger: Logger,
  own: Pick<FastifyServerOptions, 'frameworkErrors' | 'trustProxy'> = {},
): FastifyInstance {
  return fastify({
    ...own,
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 2_000 },
    forceCloseConnections: 'idle',
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && saneRequestId.test(given) ? given : randomUUID()
    },
    // Every mistake of a request is named, not only the first; bodies are never coerced.
    ajv: {
      customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false },
      plugins: [ajvFormats.default as never],
    },
  })
}
