import type { ExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql'
import { isObject } from '../values/json.ts'
import type { HttpResponse } from '../http/connection-pool.ts'

type Body = Record<string, unknown>

/** Whether a parsed body is a GraphQL response: data, errors or both. */
export function isGraphQLResponse(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { data, errors } = body as { data?: unknown; errors?: unknown }
  const hasErrors = Array.isArray(errors) && errors.length > 0
  return hasErrors || (typeof data === 'object' && 'data' in body && errors === undefined)
}

/** A response that is not GraphQL. */
export class UnusableResponse extends Error {
  constructor(
    reason: string,
    readonly status: number,
    cause?: unknown,
  ) {
    super(`${reason} (status ${status})`, { cause })
    this.name = 'UnusableResponse'
  }
}

const jsonType = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * The result in a subgraph's response. Throws UnusableResponse when it is not GraphQL: by its media type, or because
 * it is no JSON, has neither data nor errors, or either has a wrong type. Data that is null without an error
 * would be a loss without a report, so it is none either.
 */
export const readGraphQLResponse = (response: HttpResponse): ExecutionResult =>
  readResult(readJson(response), response.status)

/** The results of so many operations that were sent together; a refusal of the whole request is that of each. */
export function readGraphQLResponses(response: HttpResponse, count: number): ExecutionResult[] {
  const { status } = response
  const body = readJson(response)
  if (Array.isArray(body)) {
    // One that was refused decides the status of all.
    if (body.length === count) return body.map((one) => readResult(one, status === 400 ? 200 : status))
    throw new UnusableResponse(`The response has ${body.length} results instead of ${count}`, status)
  }
  const result = readResult(body, status)
  if (result.data !== undefined) throw new UnusableResponse(`The response has one result instead of ${count}`, status)
  return Array.from({ length: count }, () => result)
}

function readJson({ status, headers, text }: HttpResponse): unknown {
  const type = headers['content-type']
  if (type === undefined || !jsonType.test(type))
    throw new UnusableResponse(`The response is ${type ?? 'of no media type'}, not JSON`, status)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnusableResponse('The response is not whole JSON', status, error)
  }
}

function readResult(body: unknown, status: number): ExecutionResult {
  const refuse = (reason: string): never => {
    throw new UnusableResponse(reason, status)
  }
  if (!isObject(body)) return refuse('The response is not a JSON object')
  const { data, errors = null } = body
  const extensions = isObject(body['extensions']) ? { extensions: body['extensions'] } : {}
  if (data !== undefined && data !== null && !isObject(data)) refuse('The data of the response is not an object')
  if (errors !== null && !Array.isArray(errors)) return refuse('The errors of the response are not a list')
  const read = (errors ?? []).map(
    (error: unknown) => readError(error) ?? refuse('An error of the response has no message'),
  )
  if (read.length === 0) {
    if (!isObject(data)) return refuse('The response has neither data nor errors')
    if (status < 200 || status > 299) refuse('The response is not a success and has no errors')
    return { data, ...extensions }
  }
  return {
    errors: read as readonly GraphQLFormattedError[] as readonly GraphQLError[],
    ...(data === undefined ? {} : { data: data as Body | null }),
  }
}

/** An error without members of wrong types; undefined when it has no message. */
function readError(error: unknown): GraphQLFormattedError | undefined {
  if (!isObject(error) || typeof error['message'] !== 'string') return undefined
  const { message, path, extensions } = error
  return {
    message,
    ...(isPath(path) ? { path } : {}),
    ...(isObject(extensions) ? { extensions } : {}),
  }
}

const isPath = (path: unknown): path is (string | number)[] =>
  Array.isArray(path) && path.every((step) => typeof step === 'string' || typeof step === 'number')
