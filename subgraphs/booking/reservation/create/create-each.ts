import { GraphQLError } from 'graphql'
import { isDependencyDown } from '../../../../platform/process/failures.ts'
import { errorCatalog, type ErrorCode } from '../../../../schema/error-catalog.ts'
import {
  errorDetails,
  errorMessage,
  isErrorCode,
  validationError,
  type ErrorContent,
} from '../../../../schema/errors.ts'
import type { ReservationContext } from '../context.ts'
import type { CreateReservationInput, CreateReservationsInput } from '../../generated/resolvers.ts'
import { childKey } from '../../idempotency/index.ts'
import type { Reservation, ShownReservation } from '../reservation.ts'
import { previewReservation } from './preview.ts'
import { inWriteTurn } from '../../write-turns.ts'
import { createReservation } from './create.ts'

const maxItems = 50

/** The result for one of several reservations: one of the two is null. */
export interface Outcome {
  readonly index: number
  readonly reservation: ShownReservation | null
  readonly error: {
    readonly code: ErrorCode
    readonly status: number
    readonly message: string
    readonly details: unknown
  } | null
}

/**
 * Creates several reservations, each in its own transaction (docs/partner-api/reservations.md#bulk). In sequence, so
 * that the earlier in the list gets the last place. An internal error is the error of its item too, and the others are
 * not lost for it; when all fail because a dependency is unavailable, the request fails.
 */
export const createReservations = (
  input: CreateReservationsInput,
  context: ReservationContext,
): Promise<{ results: Outcome[] }> =>
  inSequence(input, context, (reservation, index) =>
    inWriteTurn(context, () => createReservation(reservation, childKey(context, index), { guestMayFollow: true })),
  )

/** The result of creating them now. Each counts with the places that those before it would take; nothing is written. */
export async function previewReservations(
  input: CreateReservationsInput,
  context: ReservationContext,
): Promise<{ results: Outcome[] }> {
  const before: Reservation[] = []
  return inSequence(input, context, async (requested) => {
    const { isNew, ...planned } = await previewReservation(requested, before, context)
    if (isNew) before.push(planned)
    return { ...planned, isNew: isNew ?? false }
  })
}

/** Does something with each of several requested reservations, one after the other. */
async function inSequence(
  { reservations }: CreateReservationsInput,
  context: ReservationContext,
  work: (input: CreateReservationInput, index: number) => Promise<ShownReservation>,
): Promise<{ results: Outcome[] }> {
  if (reservations.length < 1 || reservations.length > maxItems)
    throw validationError({ reservations: [{ code: 'OUT_OF_RANGE', min: 1, max: maxItems }] })
  const results: Outcome[] = []
  let unavailable: unknown
  for (const [index, input] of reservations.entries()) {
    try {
      results.push({ index, reservation: await work(input, index), error: null })
    } catch (error) {
      results.push({ index, reservation: null, error: reportedError(error, context) })
      unavailable = error
    }
  }
  // The whole request fails then, so that its response is not stored for an Idempotency-Key.
  if (results.every(({ error }) => error?.code === 'SERVICE_UNAVAILABLE')) throw unavailable
  return { results }
}

/** An internal error reports only its code; the log has the rest. */
function reportedError(
  error: unknown,
  { services, identity: { locale, requestId } }: ReservationContext,
): NonNullable<Outcome['error']> {
  if (error instanceof GraphQLError && isErrorCode(error.extensions.code)) {
    const { code } = error.extensions
    const content = error.extensions as ErrorContent
    const { status } = errorCatalog[code]
    const message = errorMessage(code, locale, content.details)
    return { code, status, message, details: errorDetails(content, locale) }
  }
  services.logger.error({ err: error, requestId }, 'one of several reservations failed')
  const code = isDependencyDown(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR'
  return { code, status: errorCatalog[code].status, message: errorMessage(code, locale), details: {} }
}
