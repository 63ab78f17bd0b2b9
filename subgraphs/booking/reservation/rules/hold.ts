import { apiError } from '../../../../schema/errors.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import type { Reservation } from '../reservation.ts'

const minute = 60_000

/** Minutes of a hold beyond 1 and the maximum of the installation. */
export const minutesErrors = (name: string, minutes: number | null | undefined, holdMinutes: number): FieldErrors =>
  minutes != null && (minutes < 1 || minutes > holdMinutes)
    ? { [name]: [{ code: 'OUT_OF_RANGE', min: 1, max: holdMinutes }] }
    : {}

type Held = Pick<Reservation, 'createdAt' | 'visitAt' | 'paymentDeadline' | 'extendedAt'>

/** The latest end of a hold, however often it is extended. */
export const latestHoldEnd = ({ createdAt, visitAt }: Pick<Held, 'createdAt' | 'visitAt'>, holdMinutes: number): Date =>
  new Date(Math.min(createdAt.getTime() + 2 * holdMinutes * minute, visitAt.getTime()))

/** The end of a hold: its own, and that cut at the start of the visit. */
export type HoldEnd = Pick<Reservation, 'paymentDeadline' | 'holdEndsAt'>

export const holdUntil = (holdEndsAt: Date, visitAt: Date): HoldEnd => ({
  holdEndsAt,
  paymentDeadline: holdEndsAt < visitAt ? holdEndsAt : visitAt,
})

/**
 * The end of a hold that is extended: with `minutes` so many from now, otherwise once by the length of a hold; at most
 * to the start of the visit. Error: MODIFICATION_NOT_ALLOWED.
 */
export function extendedHold(
  { createdAt, visitAt, paymentDeadline, extendedAt }: Held,
  minutes: number | null,
  now: Date,
  holdMinutes: number,
): HoldEnd {
  const refuse = (reason: string): Error =>
    apiError('MODIFICATION_NOT_ALLOWED', {
      reason,
      deadline: paymentDeadline.toISOString(),
      currentTime: now.toISOString(),
    })
  if (minutes === null && extendedAt) throw refuse('already_extended')
  const from = minutes === null ? paymentDeadline : now
  const ownEnd = from.getTime() + (minutes ?? holdMinutes) * minute
  const latest = createdAt.getTime() + 2 * holdMinutes * minute
  const end = holdUntil(new Date(Math.min(ownEnd, latest)), visitAt)
  if (visitAt <= from) throw refuse('too_close_to_visit_date')
  if (ownEnd > latest && visitAt.getTime() > latest) throw refuse('hold_limit')
  return end
}
