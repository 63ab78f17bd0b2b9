import type { FastifyError, FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import type { Logger } from '../../platform/process/logger.ts'
import {
  admitBeforeBody,
  parseJsonBodies,
  refusalOf,
  replaceNuls,
  requireDecodableQuery,
  sendError,
} from '../http/admission.ts'
import type { Facade } from '../http/facade.ts'
import { listAsJson } from '../http/represent.ts'
import { writeCommonHeaders } from '../http/request-context.ts'
import { compileValidator } from '../schemas/validation.ts'
import { writeOctoHeaders } from './capabilities.ts'
import { becomeOctoFailure, OctoFailure, sendOctoFailure } from './errors.ts'

/** Whether a URL is under the base path of OCTO, where every failure has the format of OCTO. */
export const isOctoPath = (url: string): boolean => /^\/octo\/v1(?:[/?]|$)/.test(url)

/** Hooks of every route of OCTO: headers, the key before anything else, validation, failures. */
export function useOctoFrame(app: FastifyInstance, facade: Facade, logger: Logger): void {
  app.addHook('onRoute', (route) => {
    const { url, config } = route
    if (!config?.operation)
      throw new Error(`${url} names no operation: its scopes could not be checked before its body`)
    // A route may read several times under one Idempotency-Key: a stored result must not replace another read.
    route.config = { ...config, replaysOnlyMutations: true }
    // These paths have a document of their own.
    route.schema = { ...route.schema, hide: true }
  })
  // Unknown members and parameters are ignored.
  app.setValidatorCompiler<TSchema>(({ schema, method, httpPart }) =>
    compileValidator(schema, httpPart ?? 'body', { preservesNulls: method === 'PATCH' }),
  )
  // Fastify sends bytes as they are, although its type demands text.
  app.setSerializerCompiler(() => (body) => (Buffer.isBuffer(body) ? (body as never) : JSON.stringify(body)))
  app.addHook('preSerialization', async (_request, _reply, body) => (Array.isArray(body) ? listAsJson(body) : body))
  app.addHook('preValidation', requireDecodableQuery)
  app.addHook('preHandler', replaceNuls)
  parseJsonBodies(app)

  app.addHook('onRequest', async (request, reply) => {
    writeCommonHeaders(request, reply, facade.publicUrl)
    writeOctoHeaders(request, reply)
    await admitBeforeBody(facade, request, reply)
    // A route that changes a booking may read it first, which needs fewer scopes.
    const { admittedByOperation = false } = request.routeOptions.config
    const isRead = ['GET', 'HEAD'].includes(request.method) || admittedByOperation
    if (!isRead) await facade.identify(request, reply)
  })

  // A response that needed no operation: its caller is checked and counted now.
  app.addHook('onSend', async (request, reply, payload) => {
    const refusal = await refusalOf(facade, request, reply)
    if (!refusal) return payload
    reply.removeHeader('content-length')
    return JSON.stringify(becomeOctoFailure(request, reply, refusal))
  })

  app.setErrorHandler<FastifyError | OctoFailure>(async (error, request, reply) => {
    if (!(error instanceof OctoFailure))
      return sendError({ facade, logger, send: sendOctoFailure }, error, request, reply)
    const refusal = await refusalOf(facade, request, reply)
    return sendOctoFailure(request, reply, refusal ?? error)
  })
}
