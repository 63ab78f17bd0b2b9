import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type TSchema } from 'typebox'
import { noteRequest } from '../../platform/http/request-facts.ts'
import { errorMessage, isErrorCode } from '../../schema/errors.ts'
import type { FieldError } from '../../schema/field-errors.ts'
import { setRetryAfter, validationDetail, ValidationFailure, type ApiFailure } from '../http/errors.ts'
import { requestContextOf } from '../http/request-context.ts'
import { writeOctoHeaders } from './capabilities.ts'
import { reasonText, type Reason } from './messages.ts'

const statuses = {
  INVALID_PRODUCT_ID: 400,
  INVALID_OPTION_ID: 400,
  INVALID_UNIT_ID: 400,
  INVALID_AVAILABILITY_ID: 400,
  INVALID_BOOKING_UUID: 400,
  BAD_REQUEST: 400,
  UNPROCESSABLE_ENTITY: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

export type OctoCode = keyof typeof statuses

/** The ids at fault, each named as in requests. */
export interface IdsAtFault {
  readonly productId?: string
  readonly optionId?: string
  readonly unitId?: string
  readonly availabilityId?: string
  readonly uuid?: string
}

/** A refusal in the terms of OCTO. Its reason is written in the language of the response when it is sent. */
export class OctoFailure extends Error {
  constructor(
    readonly code: OctoCode,
    readonly reason: Reason,
    readonly ids: IdsAtFault = {},
  ) {
    super(reasonText(reason, 'en'))
    this.name = 'OctoFailure'
  }
}

export const invalidProduct = (productId: string): OctoFailure =>
  new OctoFailure('INVALID_PRODUCT_ID', { key: 'PRODUCT_UNKNOWN' }, { productId })
export const invalidOption = (optionId: string): OctoFailure =>
  new OctoFailure('INVALID_OPTION_ID', { key: 'OPTION_UNKNOWN' }, { optionId })
export const invalidUnit = (unitId: string): OctoFailure =>
  new OctoFailure('INVALID_UNIT_ID', { key: 'UNIT_UNKNOWN' }, { unitId })
export const invalidAvailability = (availabilityId: string): OctoFailure =>
  new OctoFailure('INVALID_AVAILABILITY_ID', { key: 'AVAILABILITY_UNKNOWN' }, { availabilityId })
export const invalidBooking = (uuid: string, reason: Reason = { key: 'BOOKING_UNKNOWN' }): OctoFailure =>
  new OctoFailure('INVALID_BOOKING_UUID', reason, { uuid })
/** A request that cannot be understood; the reason names the member. */
export const badRequest = (reason: Reason): OctoFailure => new OctoFailure('BAD_REQUEST', reason)
/** A request whose member is wrong. */
export const invalidMember = (name: string, error: FieldError): OctoFailure =>
  badRequest({ fields: { [name]: [error] } })
/** A request that is understood but cannot be carried out. */
export const unprocessable = (reason: Reason): OctoFailure => new OctoFailure('UNPROCESSABLE_ENTITY', reason)

/** A failure of the catalog of errors in the terms of OCTO. */
export function octoFailureOf(request: FastifyRequest, problem: ApiFailure | ValidationFailure): OctoFailure {
  const { locale, language } = requestContextOf(request)
  if (problem instanceof ValidationFailure) return badRequest({ written: validationDetail(problem, language) })
  const { code, status, details, text } = problem
  const written = text ?? (isErrorCode(code) ? errorMessage(code, locale, details) : code)
  return new OctoFailure(octoCodes[code] ?? octoCodeOf(status), { written }, idsAtFault(request, problem))
}

/** Codes whose meaning their status does not show. */
const octoCodes: Readonly<Partial<Record<string, OctoCode>>> = {
  CENOTE_NOT_FOUND: 'INVALID_PRODUCT_ID',
  TOUR_NOT_FOUND: 'INVALID_PRODUCT_ID',
  RESERVATION_NOT_FOUND: 'INVALID_BOOKING_UUID',
  // The first request is still being processed: this one is to be repeated.
  IDEMPOTENCY_KEY_IN_USE: 'SERVICE_UNAVAILABLE',
}

function octoCodeOf(status: number): OctoCode {
  if (status === 401) return 'UNAUTHORIZED'
  if (status === 403) return 'FORBIDDEN'
  if (status === 429) return 'TOO_MANY_REQUESTS'
  if (status >= 502) return 'SERVICE_UNAVAILABLE'
  if (status >= 500) return 'INTERNAL_SERVER_ERROR'
  return [409, 410, 412, 422].includes(status) ? 'UNPROCESSABLE_ENTITY' : 'BAD_REQUEST'
}

function idsAtFault({ params }: FastifyRequest, { code, details }: ApiFailure): IdsAtFault {
  const sent = (params ?? {}) as { productId?: string; uuid?: string }
  const text = (...values: unknown[]): string | undefined =>
    values.find((value): value is string => typeof value === 'string')
  switch (octoCodes[code]) {
    case 'INVALID_PRODUCT_ID': {
      const productId = text(details['cenoteId'], details['tourId'], sent.productId)
      return productId === undefined ? {} : { productId }
    }
    case 'INVALID_BOOKING_UUID': {
      const uuid = text(sent.uuid, details['reservationId'])
      return uuid === undefined ? {} : { uuid }
    }
    default:
      return {}
  }
}

/** Sends a failure in the format of OCTO. */
export const sendOctoFailure = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ApiFailure | ValidationFailure | OctoFailure,
): FastifyReply => reply.send(becomeOctoFailure(request, reply, problem))

/** Turns a response into that of a failure; returns its body. */
export function becomeOctoFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ApiFailure | ValidationFailure | OctoFailure,
): object {
  // An unknown path has no route whose hook would have written them.
  writeOctoHeaders(request, reply)
  const failure = problem instanceof OctoFailure ? problem : octoFailureOf(request, problem)
  const status = statuses[failure.code]
  if (!(problem instanceof OctoFailure || problem instanceof ValidationFailure))
    setRetryAfter(reply, { status, details: problem.details })
  noteRequest(request.raw, { errorCode: failure.code })
  reply.code(status).type('application/json; charset=utf-8')
  const { language } = requestContextOf(request)
  return { error: failure.code, errorMessage: reasonText(failure.reason, language), ...failure.ids }
}

const IdAtFault = Type.Optional(Type.String({ description: 'The id at fault, with a code that is about one.' }))

/** The responses of a route that refuses with codes of its own, beside those that every route has. */
function refusals(...own: readonly OctoCode[]): Record<number, TSchema> {
  const byStatus: Record<number, OctoCode[]> = {}
  for (const code of new Set<OctoCode>([...own, ...everywhere])) (byStatus[statuses[code]] ??= []).push(code)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      Type.Object(
        {
          error: Type.Enum(codes),
          errorMessage: Type.String({ description: 'One sentence for people, in the language of `Accept-Language`.' }),
          productId: IdAtFault,
          optionId: IdAtFault,
          unitId: IdAtFault,
          availabilityId: IdAtFault,
          uuid: IdAtFault,
        },
        { description: codes.join(', ') },
      ),
    ]),
  )
}

/** The responses of a route: a body with status 200, or a refusal. */
export const responses = (body: TSchema, ...codes: readonly OctoCode[]): Record<number, TSchema> => ({
  200: body,
  ...refusals(...codes),
})

const everywhere: readonly OctoCode[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
]
