import { requireValid } from '../../../../schema/errors.ts'
import { cancellationReasons, type RequestedCancellationReason } from '../../../../schema/reservation-statuses.ts'
import type { CancelReservationInput } from '../../generated/resolvers.ts'
import { tooLong } from '../rules/guest.ts'

/** A valid request to cancel. */
export interface CancellationRequest extends CancelReservationInput {
  readonly reason: RequestedCancellationReason
}

/** Error: ERROR_VALIDACION, with every field that is not valid. */
export function cancellationRequest(input: CancelReservationInput): CancellationRequest {
  const reason = cancellationReasons.find((one) => one === input.reason)
  requireValid({
    ...tooLong([
      ['note', input.note, 2_000],
      ['refundMethod', input.refundMethod, 100],
    ]),
    ...(reason ? {} : { reason: [{ code: 'NOT_ONE_OF', values: cancellationReasons.join(', ').toUpperCase() }] }),
  })
  return { ...input, reason: reason as RequestedCancellationReason }
}
