import type { FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError, Kind, OperationTypeNode } from 'graphql'
import type { GatewayContext } from '../context.ts'
import type { CachedResponse } from '../cache/cached-responses.ts'
import type { PresentError } from '../errors.ts'
import {
  errorsOf,
  foundInCache,
  inputError,
  ResponseJson,
  writeResponse,
  type AdmittedOperation,
  type CheckedOperation,
  type Execution,
  type OperationRequest,
  type OperationResult,
} from '../execution/index.ts'
import { unknownName } from '../request-log/redaction.ts'
import { replayHeaders } from '../idempotency/idempotency.ts'
import { admitJson, BodyOutOfBounds } from '../../platform/http/body.ts'
import { CompressedForms, compressOnce } from '../../platform/http/compression.ts'
import { malformedParameters, queryOf } from '../../platform/http/query.ts'
import { noteRequest } from '../../platform/http/request-facts.ts'
import { bearerKey } from '../../platform/http/sent-keys.ts'
import { apiError } from '../../schema/errors.ts'
import { marked } from '../sandbox-mark.ts'
import { errorType, expectsEvents, isStreamType, responseFormat, type JsonType } from './response-format.ts'
import { eventStreamType, streamFormats, type StreamType } from '../subscription/stream-format.ts'
import { cutText } from '../../platform/values/text.ts'

const maxLoggedName = 100

export interface GraphqlHttpOptions {
  readonly execution: () => Execution
  readonly contextOf: (request: FastifyRequest) => GatewayContext
  /** Whether one of our facades only checks the caller's right to run the operation, which it runs later. */
  readonly authorizesOnly: (request: FastifyRequest) => boolean
  /** Sends the response as a stream. */
  readonly stream: (
    operation: AdmittedOperation,
    context: GatewayContext,
    exchange: { request: FastifyRequest; reply: FastifyReply; type: StreamType },
  ) => Promise<FastifyReply>
  readonly present: PresentError
}

/**
 * GraphQL over HTTP: POST with JSON, or GET for queries; one operation a request. An operation that was refused
 * before it ran has the status of its error, any other 200.
 */
export function graphqlHandler({ execution: current, contextOf, authorizesOnly, stream, present }: GraphqlHttpOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const context = contextOf(request)
    const execution = current()
    let status: number
    let text: string | Buffer
    let responseType: JsonType | typeof eventStreamType | undefined
    let isWellFormed = false
    try {
      if (authorizesOnly(request)) {
        await execution.authorize(operationOf(request), context)
        return await reply.send({ data: null })
      }
      const sent = operationOf(request)
      isWellFormed = true
      const operation = await execution.admit(sent, context)
      const { operation: kind, name } = operation.operation
      noteRequest(request.raw, {
        operation: name ? cutText(name.value, maxLoggedName) : kind,
        label: labelOf(operation),
      })
      if (request.method !== 'POST' && kind === OperationTypeNode.MUTATION) {
        reply.header('allow', 'POST')
        throw new GraphQLError('', { extensions: { code: 'METHOD_NOT_ALLOWED', details: { allowed: ['POST'] } } })
      }
      const type = responseFormat(request, kind)
      if (isStreamType(type)) {
        const { isPublishable, scopes } = context.identity
        if (isPublishable) throw apiError('INSUFFICIENT_PERMISSIONS', { requiredScopes: [], grantedScopes: scopes })
        return await stream(operation, context, { request, reply, type })
      }
      responseType = type
      const result = await execution.run(operation, context, 'json')
      noteErrors(request, result)
      text = await written(marked(result, context.identity), request)
      status = statusOf(result)
      const cacheUse = result[foundInCache]
      if (cacheUse) reply.header('x-cache', cacheUse.status)
    } catch (error) {
      const result = {
        errors: errorsOf(error).map((one) => present(one, context.identity)),
      }
      noteErrors(request, result)
      text = JSON.stringify(marked(result, context.identity))
      status = statusOf(result)
      if (isWellFormed && !statusesOfStreams.has(status) && status < 500 && expectsEvents(request)) {
        responseType = eventStreamType
        const { result: event, ending } = streamFormats[eventStreamType]
        text = event(text, undefined) + ending
        status = 200
      }
    }
    reply.headers(replayHeaders(context.idempotent?.replayed))
    return reply
      .code(status)
      .type(responseType ?? errorType(request))
      .header('cache-control', 'no-store')
      .send(text)
  }
}

/** Refusals that a stream has as its status: of the caller, the method and the media type. */
const statusesOfStreams = new Set([401, 403, 405, 406, 429])

/** A result as it is sent. */
function written(result: OperationResult, { headers }: FastifyRequest): Buffer | Promise<string> {
  const { data, errors, extensions } = result
  if (!(data instanceof ResponseJson) || errors) return writeResponse(result)
  const body = data.response(extensions)
  const inMemory = result[foundInCache]?.response
  if (!inMemory || headers['accept-encoding'] === undefined) return body
  // Callers with other extensions have other bytes of the same response.
  const name = `compressed ${JSON.stringify(extensions) ?? ''}`
  return compressOnce(body, inMemory.derived<CompressedForms>(name) ?? newForms(inMemory, name))
}

/** Compressed forms that are stored, and count in the cache, with a response. */
function newForms(response: CachedResponse, name: string): CompressedForms {
  const forms: CompressedForms = new CompressedForms((bytes) => onGrow(bytes))
  const onGrow = response.addDerived(name, forms, 0)
  return forms
}

/** An operation by the fields it selects; by its name where that was reviewed, for callers choose any. */
function labelOf({ isTrusted, operation: { operation, name, selectionSet } }: CheckedOperation): string {
  if (name && isTrusted) return `${operation} ${name.value}`
  const fields = selectionSet.selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? [selection.name.value] : [],
  )
  return `${operation} ${name ? `${unknownName} ` : ''}{ ${fields.join(' ')} }`
}

/** Notes the first error of a response for the request log. */
export function noteErrors(request: FastifyRequest, { errors }: Pick<OperationResult, 'errors'>): void {
  const code: unknown = errors?.[0]?.extensions?.code
  if (errors && errors.length > 0)
    noteRequest(request.raw, { errorCode: typeof code === 'string' ? code : 'INTERNAL_ERROR' })
}

/** 200 if anything was executed; otherwise the status of the first error. */
function statusOf({ data, errors }: OperationResult): number {
  if (data !== undefined) return 200
  const { code, status } = errors?.[0]?.extensions ?? {}
  // Clients of automatic persisted queries wait for 200: they then send the text along.
  return code === 'PERSISTED_QUERY_NOT_FOUND' ? 200 : Number(status ?? 500)
}

/**
 * Headers that a page of another origin cannot send without a preflight (CORS): GET requires one of them, so that no
 * page can make a visitor's browser run operations (CSRF). POST accepts only JSON, which requires a preflight as well.
 * `Authorization: Bearer` is one, too: of that header, browsers add only other schemes on their own.
 */
const preflightHeaders = [
  'x-api-key',
  'graphql-require-preflight',
  'apollo-require-preflight',
  'x-apollo-operation-name',
]

function operationOf(request: FastifyRequest): OperationRequest {
  // HEAD, too.
  const isGet = request.method !== 'POST'
  const isForgeable =
    !preflightHeaders.some((name) => request.headers[name]) && !bearerKey(request.headers.authorization)
  if (isGet && isForgeable)
    throw inputError(
      `GET needs one of the headers ${preflightHeaders.join(', ')}, authorization: Bearer, against forged requests`,
      'BAD_REQUEST',
    )
  if (isGet && malformedParameters(queryOf(request.url)).length > 0)
    throw inputError('The query of the address must be percent-encoded UTF-8', 'BAD_REQUEST')
  const sent = isGet ? request.query : request.body
  if (Array.isArray(sent)) throw inputError('Send one operation a request: batches are not taken', 'BAD_REQUEST')
  if (typeof sent !== 'object' || sent === null) throw inputError('The body must be a JSON object', 'BAD_REQUEST')
  const { query, operationName, documentId, variables, extensions } = sent as Record<string, unknown>
  return {
    query: text('query', query),
    operationName: text('operationName', operationName) || undefined,
    documentId: text('documentId', documentId),
    variables: object('variables', isGet ? jsonOf(request, 'variables', variables) : variables),
    extensions: object('extensions', isGet ? jsonOf(request, 'extensions', extensions) : extensions),
  }
}

function text(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  throw inputError(`${name} must be a string`, 'BAD_REQUEST')
}

function object(name: string, value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  throw inputError(`${name} must be an object`, 'BAD_REQUEST')
}

function jsonOf(request: FastifyRequest, name: string, value: unknown): unknown {
  const json = text(name, value)
  if (json === undefined || json === '') return undefined
  try {
    admitJson(request, Buffer.from(json), name)
    return JSON.parse(json) as unknown
  } catch (error) {
    if (error instanceof BodyOutOfBounds) throw inputError(error.message)
    throw inputError(`${name} must be JSON`, 'BAD_REQUEST')
  }
}
