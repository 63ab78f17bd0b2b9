import {
  UpdateBookingDocument,
  UpdateConfirmedBookingDocument,
  type BookingFieldsFragment,
  type ModifyReservationInput,
} from '../../generated/operations.ts'
import { ApiFailure } from '../../http/errors.ts'
import { change, readBooking, type BookingRequest } from './bookings.ts'
import type { NamedIds } from './failures.ts'
import { requireChangeable } from './rules.ts'

/** The part of a booking that a request changes. */
export interface Modification {
  /** Null when it changes nothing but the hold. */
  readonly changes: ModifyReservationInput | null
  /** Minutes from now that its hold lasts at least. */
  readonly holdMinutes: number | undefined
  /** Whether a response may be stored for an Idempotency-Key; if so, an empty change is executed, too. */
  readonly isKeyed: boolean
}

/** Changes a booking and extends its hold, or does neither. */
export async function modifyBooking(
  context: BookingRequest,
  before: BookingFieldsFragment,
  ids: NamedIds & { readonly uuid: string },
  { changes, holdMinutes, isKeyed }: Modification,
): Promise<BookingFieldsFragment> {
  const isEmpty = !changes && holdMinutes === undefined
  if (isEmpty && !isKeyed) return before
  const { facade, request, reply } = context
  const modify = async (
    document: typeof UpdateBookingDocument | typeof UpdateConfirmedBookingDocument,
    input: ModifyReservationInput,
  ): Promise<BookingFieldsFragment> =>
    (await facade.executeOrThrow(request, reply, document, { input })).modifyReservation.reservation
  return change(
    context,
    ids,
    async () => {
      const input = changes ?? { id: before.id, dryRun: false }
      try {
        return await modify(UpdateBookingDocument, holdMinutes === undefined ? input : { ...input, holdMinutes })
      } catch (error) {
        if (!isConfirmedMeanwhile(error)) throw error
        // There is no hold to extend any more. Another operation, because an Idempotency-Key repeats the refusal of the first.
        return changes ? modify(UpdateConfirmedBookingDocument, changes) : readBooking(context, ids.uuid)
      }
    },
    (present) => {
      requireChangeable(present)
      return isEmpty ? present : undefined
    },
  )
}

const isConfirmedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiFailure &&
  error.code === 'MODIFICATION_NOT_ALLOWED' &&
  error.details['reason'] === 'status_confirmed'
