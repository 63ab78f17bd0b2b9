import { minute } from '../../../../platform/values/clock.ts'
import { apiError } from '../../../../schema/errors.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import type { Reservation } from '../reservation.ts'

/** Minutes of a hold beyond 1 and the maximum of the installation. */
export const minutesErrors = (name: string, minutes: number | null | undefined, holdMinutes: number): FieldErrors =>
  minutes != null && (minutes < 1 || minutes > holdMinutes)
    ? { [name]: [{ code: 'OUT_OF_RANGE', min: 1, max: holdMinutes }] }
    : {}

type Held = Pick<Reservation, 'status' | 'createdAt' | 'visitAt' | 'paymentDeadline' | 'holdEndsAt' | 'extendedAt'>

/** The latest end of a hold, however often it is extended. */
export const latestHoldEnd = ({ createdAt, visitAt }: Pick<Held, 'createdAt' | 'visitAt'>, holdMinutes: number): Date =>
  new Date(Math.min(createdAt.getTime() + 2 * holdMinutes * minute, visitAt.getTime()))

/** The end of a hold: its own, and that cut at the start of the visit. */
export interface HoldEnd {
  readonly holdEndsAt: Date
  readonly paymentDeadline: Date
}

const earlierOf = (one: Date, other: Date): Date => (one < other ? one : other)
const laterOf = (one: Date, other: Date): Date => (one < other ? other : one)

export const holdUntil = (holdEndsAt: Date, visitAt: Date): HoldEnd => ({
  holdEndsAt,
  paymentDeadline: earlierOf(holdEndsAt, visitAt),
})

/** Minutes that places are held for a party on site, which pays at once. */
const minutesOnSite = 15

/** When a new hold ends. A party on site has time to pay also when its visit has begun. */
export function newHold(now: Date, visitAt: Date, isOnSite: boolean, minutes: number): HoldEnd {
  const ownEnd = new Date(now.getTime() + (isOnSite ? Math.min(minutes, minutesOnSite) : minutes) * minute)
  return isOnSite ? { holdEndsAt: ownEnd, paymentDeadline: ownEnd } : holdUntil(ownEnd, visitAt)
}

/** The end of a hold after a move: its own, or the start of the new visit if that is earlier. */
export function holdEndAfterMove({ holdEndsAt }: Pick<Held, 'holdEndsAt'>, newVisitAt: Date, now: Date): Date {
  const cut = newVisitAt > now ? newVisitAt.getTime() : now.getTime() + minutesOnSite * minute
  return new Date(Math.min(holdEndsAt.getTime(), cut))
}

/**
 * The end of a hold that is extended: with `minutes` so many from now, otherwise once by the length of a hold; at most
 * to the start of the visit. Error: MODIFICATION_NOT_ALLOWED.
 */
export function extendedHold(held: Held, minutes: number | null, now: Date, holdMinutes: number): HoldEnd {
  const { createdAt, visitAt, paymentDeadline, extendedAt } = held
  const refuse = (reason: string): Error => notAllowed(held, reason, now)
  if (minutes === null && extendedAt) throw refuse('already_extended')
  const from = minutes === null ? paymentDeadline : now
  const ownEnd = from.getTime() + (minutes ?? holdMinutes) * minute
  const latest = createdAt.getTime() + 2 * holdMinutes * minute
  const end = holdUntil(new Date(Math.min(ownEnd, latest)), visitAt)
  if (visitAt <= from) throw refuse('too_close_to_visit_date')
  if (ownEnd > latest && visitAt.getTime() > latest) throw refuse('hold_limit')
  return end
}

/**
 * The end of a hold that is to last at least some minutes from now; null when it does so already. Error:
 * MODIFICATION_NOT_ALLOWED, also for a reservation that is not on hold.
 */
export function prolongedHold(held: Held, minutes: number, now: Date, holdMinutes: number): HoldEnd | null {
  if (held.status !== 'pending') throw notAllowed(held, `status_${held.status}`, now)
  if (held.paymentDeadline.getTime() >= now.getTime() + minutes * minute) return null
  const extended = extendedHold(held, minutes, now, holdMinutes)
  // One that is cut at the start of the visit keeps its own end, which counts after a move.
  const end = laterOf(held.holdEndsAt, extended.holdEndsAt)
  const after = holdUntil(end, held.visitAt)
  return after.paymentDeadline > held.paymentDeadline || end > held.holdEndsAt ? after : null
}

const notAllowed = ({ paymentDeadline }: Held, reason: string, now: Date): Error =>
  apiError('MODIFICATION_NOT_ALLOWED', {
    reason,
    deadline: paymentDeadline.toISOString(),
    currentTime: now.toISOString(),
  })
