import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLFormattedError } from 'graphql'
import { errorCatalog, type ErrorCode } from '../../schema/error-catalog.ts'
import { errorDocs, errorMessage, errorText, isErrorCode } from '../../schema/errors.ts'
import { fieldErrorText } from '../../schema/field-errors.ts'
import { noteRequest } from '../../platform/http/request-facts.ts'
import { retryAfterSeconds } from '../../platform/process/failures.ts'
import type { Language } from '../../platform/values/i18n.ts'
import type { BodyOutOfBounds } from '../../platform/http/body.ts'
import { sandboxMark } from './envelope.ts'
import { requestContextOf } from './request-context.ts'
import { wholeUnits } from '../../schema/present-fields.ts'

type Details = Readonly<Record<string, unknown>>

/** Errors of each invalid field, by its dotted name. */
export type FieldErrorsByField = Record<string, string[]>

/** An error of the catalog, in the format with a code (docs/partner-api/errors.md#codes). */
export class ApiFailure extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly details: Details,
    readonly messageKey: string | undefined,
    /** Localized by the gateway; null selects the text of the error catalog. */
    readonly text: string | null,
  ) {
    super(text ?? code)
    this.name = 'ApiFailure'
  }
}

/**
 * A request that does not match its schema, in the format that names fields (docs/partner-api/errors.md#codes).
 */
export class ValidationFailure extends Error {
  constructor(
    readonly fields: FieldErrorsByField,
    /** Errors of the request as a whole. */
    readonly general: readonly string[] = [],
  ) {
    super('The request is not valid.')
    this.name = 'ValidationFailure'
  }
}

/** A failure that the facade itself reports. */
export function failure(code: ErrorCode, details: Details = {}): ApiFailure {
  const { status, key } = errorCatalog[code]
  return new ApiFailure(code, status, details, key, null)
}

/** Responds on the socket to an invalid or incomplete HTTP request, for which Node has no request object. */
export function respondToBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const refusal = brokenRequestCodes[error.code ?? ''] ?? 'MALFORMED_REQUEST'
  const { status, key, en } = errorCatalog[refusal]
  const requestId = randomUUID()
  const failed = { code: refusal, message: en, status, messageKey: key, requestId }
  const body = JSON.stringify({ success: false, error: failed })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  else socket.destroy()
}

const brokenRequestCodes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}

// An unauthenticated or unauthorized caller sees only that, whatever else failed in the same operation.
const precedence = ['INVALID_API_KEY', 'AUTHENTICATION_REQUIRED', 'RATE_LIMIT_EXCEEDED', 'INSUFFICIENT_PERMISSIONS']

/** The failure that a response reports for GraphQL errors: one of them. */
export function failureOf(
  errors: readonly GraphQLFormattedError[],
  language: Language,
): ApiFailure | ValidationFailure {
  const codeOf = (error: GraphQLFormattedError): unknown => error.extensions?.['code']
  const chosen = precedence.map((code) => errors.find((error) => codeOf(error) === code)).find(Boolean) ?? errors[0]
  const { code, status, details, messageKey } = chosen?.extensions ?? {}
  const known = isErrorCode(code) ? errorCatalog[code] : undefined
  const knownStatus = typeof status === 'number' && status >= 400 && status <= 599 ? status : known?.status
  const givenDetails = (typeof details === 'object' && details !== null ? details : {}) as Details
  if (code === 'ERROR_VALIDACION') return new ValidationFailure(fieldsOf(givenDetails))
  if (code === 'BAD_USER_INPUT') return new ValidationFailure(refusedInput(chosen?.message ?? '', language))
  // Any other protocol error is a bug in the facade's own document.
  if (typeof code !== 'string' || knownStatus === undefined || knownStatus === 500 || protocolCodes.test(code)) {
    return failure('INTERNAL_ERROR')
  }
  return new ApiFailure(
    code,
    knownStatus,
    inWholeUnits(givenDetails),
    typeof messageKey === 'string' ? messageKey : known?.key,
    chosen?.message ?? null,
  )
}

/** Details with amounts in whole units, as in REST reservations: `requestedCents: 2450` becomes `requested: 24.5`. */
const inWholeUnits = (details: Details): Details =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) =>
      /.Cents$/.test(name) && (typeof value === 'number' || value === null)
        ? [name.replace(/Cents$/, ''), value === null ? null : wholeUnits(value)]
        : [
            name,
            Array.isArray(value) ? value.map((item: unknown) => (isDetails(item) ? inWholeUnits(item) : item)) : value,
          ],
    ),
  )

const isDetails = (value: unknown): value is Details => typeof value === 'object' && value !== null

const protocolCodes = /^(GRAPHQL_|BAD_REQUEST$|OPERATION_RESOLUTION_FAILURE$|PERSISTED_QUERY_)/

/** A value that a scalar of the contract refuses although the REST schema accepts it. */
function refusedInput(message: string, language: Language): FieldErrorsByField {
  const field = /at "input\.([\w.[\]]+)"/.exec(message)?.[1] ?? /Variable "\$(\w+)"/.exec(message)?.[1]
  const code = message.includes('; Value is not a valid email address: ') ? 'NOT_AN_EMAIL_ADDRESS' : 'INVALID'
  return field === undefined ? {} : { [field]: [fieldErrorText({ code }, language)] }
}

const fieldsOf = (details: Details): FieldErrorsByField =>
  Object.fromEntries(
    Object.entries((details['fields'] ?? {}) as Details).map(([name, messages]) => [
      name,
      Array.isArray(messages) ? messages.map(String) : [String(messages)],
    ]),
  )

/** Sends a failure in its format. */
export const sendFailure = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ApiFailure | ValidationFailure,
): FastifyReply => reply.send(becomeFailure(request, reply, problem))

/** Turns a response into that of a failure; returns its body. */
export function becomeFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ApiFailure | ValidationFailure,
): object {
  reply.type('application/json; charset=utf-8')
  if (problem instanceof ValidationFailure) {
    noteRequest(request.raw, { errorCode: 'ERROR_VALIDACION' })
    reply.code(400)
    return validationBody(request, problem)
  }
  setRetryAfter(reply, problem)
  reply.code(problem.status)
  return failureBody(request, problem)
}

/** Adds Retry-After to a 503, and to the 429 of a limit that is not one of requests: those have it already. */
export function setRetryAfter(reply: FastifyReply, { status, details }: Pick<ApiFailure, 'status' | 'details'>): void {
  if (status === 503) reply.header('retry-after', details['retryAfterSeconds'] ?? retryAfterSeconds)
  const seconds = details['retryAfter']
  if (status !== 429 || typeof seconds !== 'number' || reply.hasHeader('retry-after')) return
  reply.header('retry-after', String(seconds)).header('x-ratelimit-retry-after', String(seconds))
}

/** The format of every error but those of validation (docs/partner-api/errors.md#codes). */
function failureBody(request: FastifyRequest, problem: ApiFailure): object {
  const { requestId, locale, publicUrl } = requestContextOf(request)
  const { code, status, details, messageKey, text } = problem
  noteRequest(request.raw, { errorCode: code })
  return {
    success: false,
    error: {
      code,
      message: text ?? (isErrorCode(code) ? errorMessage(code, locale, details) : code),
      status,
      ...(Object.keys(details).length > 0 ? { details } : {}),
      ...(messageKey === undefined ? {} : { messageKey }),
      requestId,
      ...(isErrorCode(code) ? errorDocs(code, publicUrl) : {}),
    },
    ...sandboxMark(request),
  }
}

/** The format of validation failures, which names fields (docs/partner-api/errors.md#codes). */
function validationBody(request: FastifyRequest, problem: ValidationFailure): object {
  const { requestId, language, publicUrl } = requestContextOf(request)
  const messages = [
    ...problem.general,
    ...Object.entries(problem.fields).flatMap(([field, fieldErrors]) => fieldErrors.map((text) => `${field}: ${text}`)),
  ]
  return {
    success: false,
    message: errorCatalog.ERROR_VALIDACION.key,
    error: STATUS_CODES[400],
    statusCode: 400,
    code: 'ERROR_VALIDACION',
    timestamp: new Date().toISOString(),
    path: request.url.split('?', 1)[0],
    errors: { messages, fields: problem.fields },
    detail: validationDetail(problem, language),
    requestId,
    ...errorDocs('ERROR_VALIDACION', publicUrl),
    ...sandboxMark(request),
  }
}

/** A sentence that names the fields at fault, or else what is wrong with the request as a whole. */
export function validationDetail({ fields, general }: ValidationFailure, language: Language): string {
  const named = Object.entries(fields).map(([field, fieldErrors]) => `${field} (${fieldErrors.join('; ')})`)
  if (named.length === 0 && general.length > 0) return general.join(' ')
  const text = errorText('ERROR_VALIDACION', language)
  if (named.length === 0) return text
  const shown = named.slice(0, maxNamedFields)
  const others = named.length - shown.length
  if (others > 0) shown.push(otherFields[language].replace('{others}', String(others)))
  return `${text.replace(/\.$/, '')}: ${new Intl.ListFormat(language).format(shown)}.`
}

/** The number of fields that the sentence names; the errors by field name all of them. */
const maxNamedFields = 5
const otherFields: Record<Language, string> = { en: '{others} more', es: '{others} más' }

/** Error texts of the facade that are not in the catalog. */
export const malformedJson: Record<Language, string> = {
  en: 'The body is not valid JSON.',
  es: 'El cuerpo no es JSON válido.',
}
export const bodyNotUtf8: Record<Language, string> = {
  en: 'The body is not valid UTF-8.',
  es: 'El cuerpo no es UTF-8 válido.',
}
export const bodyOutOfBounds = ({ bound, maximum }: BodyOutOfBounds, language: Language): string =>
  boundTexts[bound][language].replace('{maximum}', String(maximum))
const boundTexts: Record<BodyOutOfBounds['bound'], Record<Language, string>> = {
  maxDepth: {
    en: 'The body must not nest deeper than {maximum} levels.',
    es: 'El cuerpo no debe anidar más de {maximum} niveles.',
  },
  maxMembers: {
    en: 'The body must not have more than {maximum} members and elements.',
    es: 'El cuerpo no debe tener más de {maximum} miembros y elementos.',
  },
}
