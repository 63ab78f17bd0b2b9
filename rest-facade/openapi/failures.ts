import { errorCatalog, type ErrorCode } from '../../schema/error-catalog.ts'
import { FailureBody, ValidationBody, type CodesByStatus } from '../schemas/response-schemas.ts'
import { pascalCase, plain, referenceTo, type Operation, type Response, type SchemaNode } from './model.ts'

const everywhere: CodesByStatus = {
  400: ['ERROR_VALIDACION'],
  401: ['AUTHENTICATION_REQUIRED', 'INVALID_API_KEY'],
  403: ['INSUFFICIENT_PERMISSIONS'],
  429: ['RATE_LIMIT_EXCEEDED'],
  500: ['INTERNAL_ERROR'],
  503: ['SERVICE_UNAVAILABLE'],
}
const withBody: CodesByStatus = { 413: ['PAYLOAD_TOO_LARGE'], 415: ['UNSUPPORTED_MEDIA_TYPE'] }
const repeatable: CodesByStatus = {
  409: ['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_ANSWER_NOT_STORED'],
  422: ['IDEMPOTENCY_KEY_REUSED'],
}

export const takesIdempotencyKey = (method: string): boolean => method === 'post' || method === 'patch'

/** Whether a retry with the same Idempotency-Key has the stored response. The same file has the same response anyway. */
export const isRepeatable = (method: string, { requestBody }: Operation): boolean =>
  takesIdempotencyKey(method) && (!requestBody || 'application/json' in requestBody.content)

/** Names of responses that all operations share. */
const sharedNames: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  409: 'IdempotencyConflict',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'IdempotencyKeyReused',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
}

/** Adds every failure of an operation by status: its own, and those of its method. */
export function describeFailures(
  method: string,
  operation: Operation,
  shared: Record<string, Response>,
  headersOf: (status: number) => Record<string, unknown>,
): void {
  const { responses } = operation
  const standard = [
    everywhere,
    ...(method === 'get' ? [] : [withBody]),
    ...(isRepeatable(method, operation) ? [repeatable] : []),
  ]
  const statuses = new Set([...Object.keys(responses), ...standard.flatMap(Object.keys)].map(Number))
  for (const status of [...statuses].filter((status) => status >= 400).sort()) {
    const own = codesIn(responses[status])
    const codes = [...standard.flatMap((part) => part[status] ?? []), ...own]
    const described = responses[status]
    const sharedName = own.length === 0 && !isDescribed(described) ? sharedNames[status] : undefined
    const [only, ...others] = codes.filter((code) => code !== 'ERROR_VALIDACION')
    const name = sharedName ?? (only && others.length === 0 ? pascalCase(only) : specificName(operation, status))
    const schema = failureSchema(status, codes, `${name}Failure`)
    if (isDescribed(described)) responses[status] = withFailure(described, schema, headersOf(status))
    else if (sharedName === undefined) responses[status] = failureResponse(codes, schema, headersOf(status))
    else {
      shared[sharedName] ??= failureResponse(codes, schema, headersOf(status))
      responses[status] = referenceTo('responses', sharedName)
    }
  }
}

const jsonOf = (response: Operation['responses'][string] | undefined): SchemaNode | undefined =>
  response && 'content' in response ? response.content?.['application/json']?.schema : undefined

const codesIn = (response: Operation['responses'][string] | undefined): ErrorCode[] =>
  (jsonOf(response)?.['x-codes'] ?? []) as ErrorCode[]

/** Whether a route describes a response itself, beyond its codes, such as a picture that says why. */
const isDescribed = (response: Operation['responses'][string] | undefined): response is Response =>
  response !== undefined && 'content' in response && Object.keys(response.content ?? {}).join() !== 'application/json'

/** A described response whose JSON content, when present, is the failure. */
const withFailure = (own: Response, schema: SchemaNode, headers: Record<string, unknown>): Response => ({
  ...own,
  headers,
  content: { ...own.content, ...(own.content?.['application/json'] ? { 'application/json': { schema } } : {}) },
})

const failureResponse = (
  codes: readonly ErrorCode[],
  schema: SchemaNode,
  headers: Record<string, unknown>,
): Response => ({
  description: codes.map((code) => `- \`${code}\`: ${errorCatalog[code].meaning}`).join('\n'),
  headers,
  content: { 'application/json': { schema } },
})

/** A failure whose code is one of these; ERROR_VALIDACION has a format of its own. */
function failureSchema(status: number, codes: readonly ErrorCode[], title: string): SchemaNode {
  const validation = plain(ValidationBody)
  const others = codes.filter((code) => code !== 'ERROR_VALIDACION')
  if (others.length === 0) return validation
  const coded: SchemaNode = {
    title,
    allOf: [
      plain(FailureBody),
      { type: 'object', properties: { error: { type: 'object', properties: { code: { enum: others } } } } },
    ],
  }
  return status === 400 ? { anyOf: [validation, coded] } : coded
}

const statusWords: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  422: 'Unprocessable',
  503: 'Unavailable',
}

/** The name of a failure of this operation only. */
const specificName = ({ operationId }: Operation, status: number): string =>
  operationId.charAt(0).toUpperCase() + operationId.slice(1) + (statusWords[status] ?? String(status))
