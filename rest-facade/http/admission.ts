import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  BodyNotUtf8,
  BodyOutOfBounds,
  BodyTooLarge,
  expectBody,
  jsonParser,
  mebibyte,
  UnsupportedBody,
} from '../../platform/http/body.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { malformedParameters, queryOf } from '../../platform/http/query.ts'
import { errorMessage } from '../../schema/errors.ts'
import { fieldErrorText } from '../../schema/field-errors.ts'
import { ApiFailure, bodyNotUtf8, bodyOutOfBounds, failure, malformedJson, ValidationFailure } from './errors.ts'
import { isCheckedFirst, type Facade } from './facade.ts'
import { requestContextOf } from './request-context.ts'
import { SchemaMismatch } from '../schemas/validation.ts'

/** A failure that the facade reports. */
export type Problem = ApiFailure | ValidationFailure
/** Sends a failure in the format of a route. */
export type SendFailure = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => FastifyReply
type RequestError = Error & Partial<Pick<FastifyError, 'code' | 'statusCode'>>

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
const isBlank = (body: Buffer): boolean => body.length < 1_000 && body.every(isSpace)

/** Has the routes of a scope take JSON alone, within the bounds of their callers; a blank body is none. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = jsonParser(app)
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: mebibyte },
    (request, body, done) => {
      if (isBlank(body)) return done(null, undefined)
      void parseJson(request, body, (error, parsed) => {
        if (error instanceof BodyOutOfBounds || error instanceof BodyNotUtf8) done(error)
        else if (error) done(new ValidationFailure({}, [malformedJson[requestContextOf(request).language]]))
        else done(null, parsed)
      })
    },
  )
}

/**
 * Checks and counts the caller before the body of its request is read; also one without a key where a path needs one.
 * Throws why it is refused.
 */
export async function admitBeforeBody(facade: Facade, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!isCheckedFirst(request)) return
  await facade.identify(request, reply)
  const { bodyBounds } = requestContextOf(request)
  const { maxBodyBytes: maxBytes = bodyBounds.maxBytes } = request.routeOptions.config
  expectBody(request, reply, { ...bodyBounds, maxBytes })
}

/** Refuses a query that is not percent-encoded UTF-8, by the names of its parameters: decoded anyway, it would be another one. */
export function requireDecodableQuery(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { language } = requestContextOf(request)
  const malformed = malformedParameters(queryOf(request.url))
  if (malformed.length === 0) return done()
  const text = fieldErrorText({ code: 'NOT_PERCENT_ENCODED' }, language)
  done(new ValidationFailure(Object.fromEntries(malformed.map((name) => [name ?? 'querystring', [text]]))))
}

/** An id with a NUL is unknown like any other, and no validation failure. */
export function replaceNuls(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const values = request.params as Record<string, string>
  for (const name in values) values[name] = values[name]?.replaceAll('\0', '\uFFFD') ?? ''
  done()
}

/** Checks and counts the caller. Returns why the gateway refused it; null when it is admitted or was checked before. */
export async function refusalOf(facade: Facade, request: FastifyRequest, reply: FastifyReply): Promise<Problem | null> {
  try {
    await facade.identify(request, reply)
    return null
  } catch (error) {
    if (error instanceof ApiFailure || error instanceof ValidationFailure) return error
    throw error
  }
}

/**
 * Sends the failure of an error. For one that the facade found before any operation was executed, the gateway
 * authenticates the caller first: a caller that is not admitted sees nothing else (401 before 400), and `_sandbox` is
 * right.
 */
export async function sendError(
  { facade, logger, send }: { facade: Facade; logger: Logger; send: SendFailure },
  error: RequestError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const problem = problemOf(error, request)
  if (!problem) {
    const { requestId } = requestContextOf(request)
    // The pattern of the route, because the URL of a document is a secret.
    logger.error({ err: error, requestId, route: request.routeOptions.url }, 'a request failed unexpectedly')
    return send(request, reply, failure('INTERNAL_ERROR'))
  }
  const refusal = await refusalOf(facade, request, reply)
  return send(request, reply, refusal ?? problem)
}

function problemOf(error: RequestError, request: FastifyRequest): Problem | null {
  if (error instanceof ApiFailure || error instanceof ValidationFailure) return error
  if (error instanceof SchemaMismatch) return new ValidationFailure(error.fields(requestContextOf(request).language))
  if (error instanceof BodyOutOfBounds)
    return new ValidationFailure({}, [bodyOutOfBounds(error, requestContextOf(request).language)])
  if (error instanceof BodyNotUtf8) return new ValidationFailure({}, [bodyNotUtf8[requestContextOf(request).language]])
  if (error instanceof BodyTooLarge) return failure('PAYLOAD_TOO_LARGE', { limitBytes: error.limitBytes })
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const { maxBodyBytes = mebibyte } = request.routeOptions.config
    return failure('PAYLOAD_TOO_LARGE', { limitBytes: maxBodyBytes })
  }
  if (error instanceof UnsupportedBody || error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const { mediaTypes = ['application/json'] } = request.routeOptions.config
    const required = error instanceof UnsupportedBody ? error.required : ''
    return failure('UNSUPPORTED_MEDIA_TYPE', { accepted: mediaTypes.join(', ') + required })
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ValidationFailure({}, [errorMessage('ERROR_VALIDACION', requestContextOf(request).locale)])
  }
  return null
}
