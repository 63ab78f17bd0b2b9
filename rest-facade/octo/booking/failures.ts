import type { FastifyRequest } from 'fastify'
import { ApiFailure, ValidationFailure, type FieldErrorsByField } from '../../http/errors.ts'
import { invalidBooking, invalidProduct, octoFailureOf, OctoFailure, unprocessable, type OctoCode } from '../errors.ts'
import type { Reason } from '../messages.ts'

/** The ids that a request names, for the one at fault. */
export interface NamedIds {
  readonly uuid?: string | undefined
  readonly productId?: string | undefined
  readonly availabilityId?: string | undefined
}

type Refusal = (ids: NamedIds, reason: Reason) => OctoFailure

/** A code about one id, when the request names that id, and otherwise UNPROCESSABLE_ENTITY. */
const about =
  <Name extends keyof NamedIds>(code: OctoCode, name: Name): Refusal =>
  (ids, reason) => {
    const id = ids[name]
    return id === undefined ? unprocessable(reason) : new OctoFailure(code, reason, { [name]: id })
  }

const noProduct: Refusal = ({ productId }, reason) =>
  productId === undefined ? unprocessable(reason) : invalidProduct(productId)
const noBooking: Refusal = ({ uuid = '' }) => invalidBooking(uuid)
const usedUuid: Refusal = ({ uuid = '' }) => invalidBooking(uuid, { key: 'UUID_USED' })
const noSlot = about('INVALID_AVAILABILITY_ID', 'availabilityId')

/**
 * The codes of the catalog that have another meaning here than the frame reads from their status, whichever operation
 * of bookings reports them.
 */
const refusalsByCode: Readonly<Partial<Record<string, Refusal>>> = {
  RESERVATION_NOT_FOUND: noBooking,
  REFERENCE_NOT_UNIQUE: noBooking,
  RESERVATION_ALREADY_EXISTS: usedUuid,
  CENOTE_NOT_FOUND: noProduct,
  TOUR_NOT_FOUND: noProduct,
}

/** Why a day or slot cannot be booked, by the reason in the details of the error. */
const unavailable = new Map<unknown, Reason>([
  ['inactive', { key: 'OFF_SALE' }],
  ['past_date', { key: 'IN_THE_PAST' }],
  ['too_far_ahead', { key: 'TOO_FAR_AHEAD' }],
  ['maintenance', { key: 'DAY_CLOSED' }],
  ['closed_weekday', { key: 'DAY_NOT_OFFERED' }],
  ['not_a_slot', { key: 'TIME_NOT_OFFERED' }],
  ['closed_by_operator', { key: 'TIME_CLOSED' }],
  ['departure_cancelled', { key: 'DEPARTURE_CANCELLED' }],
  ['stop_closed', { key: 'STOP_CLOSED' }],
  ['cutoff_passed', { key: 'BOOKING_ENDED' }],
  ['below_minimum', { key: 'PARTY_TOO_SMALL' }],
  ['too_many_visitors', { key: 'PARTY_TOO_LARGE' }],
  ['fully_booked', { key: 'SOLD_OUT' }],
  ['stop_full', { key: 'SOLD_OUT' }],
])

/** Reasons that mean that nothing is offered then, so that the id is invalid. */
const reasonsNotOffered: readonly unknown[] = ['not_a_slot', 'closed_weekday', 'too_far_ahead']

/** The failure of an operation on bookings in the terms of OCTO; any other error as it is. */
export function bookingFailure(error: unknown, request: FastifyRequest, ids: NamedIds): unknown {
  if (error instanceof ValidationFailure) return new ValidationFailure(octoFields(error.fields), error.general)
  if (!(error instanceof ApiFailure)) return error
  const { reason } = octoFailureOf(request, error)
  if (error.code === 'CENOTE_NOT_AVAILABLE' || error.code === 'TOUR_NOT_AVAILABLE') {
    const { reason: code } = error.details
    const explained = unavailable.get(code) ?? reason
    if (code === 'inactive') return noProduct(ids, explained)
    return reasonsNotOffered.includes(code) ? noSlot(ids, explained) : unprocessable(explained)
  }
  if (error.code === 'MODIFICATION_NOT_ALLOWED' && error.details['reason'] === 'hold_limit')
    return unprocessable({ key: 'HOLD_LIMIT' })
  return refusalsByCode[error.code]?.(ids, reason) ?? error
}

/** Members of reservations whose counterpart over OCTO has another name; of people below `contact` and `unitItems`. */
const memberNames: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/^participants\b/, 'unitItems'],
  [/^(visitors|ageBreakdown)\b.*/, 'unitItems'],
  [/^guest\b/, 'contact'],
  [/^(contact|unitItems\.\d+\.contact)\.name$/, '$1.fullName'],
  [/^(contact|unitItems\.\d+\.contact)\.email$/, '$1.emailAddress'],
  [/^(contact|unitItems\.\d+\.contact)\.phone$/, '$1.phoneNumber'],
  [/^(unitItems\.\d+)\.id$/, '$1.uuid'],
  [/^(unitItems\.\d+)\.category$/, '$1.unitId'],
  [/^(specialRequests)$/, 'notes'],
  [/^note$/, 'reason'],
  [/^(holdMinutes|minutes)$/, 'expirationMinutes'],
  [/^externalId$/, 'uuid'],
  [/^(cenoteId|tourId)$/, 'productId'],
  [/^(visitDate|visitTime)$/, 'availabilityId'],
]

const octoFields = (fields: FieldErrorsByField): FieldErrorsByField =>
  Object.fromEntries(Object.entries(fields).map(([name, errors]) => [octoMember(name), errors]))

/** The name over OCTO of a member of a reservation's input. */
export const octoMember = (name: string): string =>
  memberNames.reduce((renamed, [pattern, replacement]) => renamed.replace(pattern, replacement), name)
