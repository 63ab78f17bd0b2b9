import { apiError } from '../../../../schema/errors.ts'
import { isStaff } from '../../caller.ts'
import {
  bookingWindow,
  nearbyDays,
  nearestSlots,
  nothingTaken,
  productDay,
  readInventories,
  stopRanges,
  type DateRange,
  type DayReason,
  type ProductQuery,
  type Slot,
} from '../../availability/index.ts'
import type { ReservationContext } from '../context.ts'
import type { Inventories, Refused, SoldProduct } from './product.ts'

/** Requested places. */
export interface SlotRequest {
  readonly visitDate: string
  /** The first slot with room when absent. */
  readonly visitTime?: string | null | undefined
}

/** Taken places of the day of a visit. */
export const inventoriesOfDay = (
  { visitDate }: SlotRequest,
  product: SoldProduct,
  context: ReservationContext,
): Promise<Inventories> => inventoriesOf({ start: visitDate, end: visitDate }, product, context)

/** Taken places of the day of a visit and of those on which alternatives are looked for. */
export function inventoriesAround(
  { visitDate }: SlotRequest,
  product: SoldProduct,
  context: ReservationContext,
): Promise<Inventories> {
  const { from, to } = nearbyDays(visitDate, bookingWindow(product, context))
  return inventoriesOf({ start: from, end: to }, product, context)
}

async function inventoriesOf(
  days: DateRange,
  { id, terms }: SoldProduct,
  { database }: Pick<ReservationContext, 'database'>,
): Promise<Inventories> {
  const keys = [[id, days] as const, ...stopRanges(terms, days)].map(([productId, { start, end }]) => ({
    productId,
    from: start,
    to: end,
  }))
  const inventories = await readInventories(database.pool, keys)
  return new Map(keys.flatMap(({ productId }, index) => (inventories[index] ? [[productId, inventories[index]]] : [])))
}

const noInventories: Inventories = new Map()

export type Candidates = { readonly times: readonly string[] } | Refused

/**
 * Slots to try, in order: the requested one, or those of the day that looked free; or why there can be none. A request
 * for one slot needs no inventories: closures and other bookings show when the places are taken.
 */
export function candidateTimes(
  request: SlotRequest,
  people: number,
  product: SoldProduct,
  taken: Inventories | undefined,
  context: ReservationContext,
): Candidates {
  const { visitDate, visitTime } = request
  const day = productDay(questionOf(request, people, product, taken ?? noInventories, context), visitDate)
  if (day.reason !== null && !isAboutCapacity(day.reason)) return refusedBy(day.reason, day.timeSlots)
  // The database decides whether there is room.
  if (visitTime != null) return { times: [visitTime] }
  return { times: day.timeSlots.filter(({ available }) => available).map(({ time }) => time) }
}

/** The slot that a party would get now: the requested one or the first of the day with room; null when there is none. */
export const firstFreeSlot = (...request: Parameters<typeof freeTimes>): string | null =>
  freeTimes(...request)[0] ?? null

/** The slots with room for a party: those of the day, or the requested one. */
export function freeTimes(
  request: SlotRequest,
  people: number,
  product: SoldProduct,
  taken: Inventories,
  context: ReservationContext,
): readonly string[] {
  const { timeSlots } = productDay(questionOf(request, people, product, taken, context), request.visitDate)
  return timeSlots.filter(({ available }) => available).map(({ time }) => time)
}

const isAboutCapacity = (reason: DayReason): boolean =>
  reason === 'fully_booked' || reason === 'too_many_visitors' || reason === 'stop_full'

/** The refusal of a day, with the stop of the first slot that is refused so. */
const refusedBy = (reason: DayReason, slots: readonly Slot[]): Refused => ({
  reason,
  stop: slots.find((slot) => slot.reason === reason)?.stop ?? null,
})

const questionOf = (
  { visitTime }: SlotRequest,
  visitors: number,
  product: SoldProduct,
  taken: Inventories,
  context: ReservationContext,
): ProductQuery => ({
  ...bookingWindow(product, context),
  terms: product.terms,
  inventory: taken.get(product.id) ?? nothingTaken,
  stops: taken,
  sellsBegun: isStaff(context),
  visitors,
  time: visitTime,
})

/** Why it could not be reserved, from the inventories as they are now. */
export function refusal(
  request: SlotRequest,
  people: number,
  product: SoldProduct,
  taken: Inventories,
  context: ReservationContext,
): Error {
  const { visitDate, visitTime } = request
  const { timeSlots, reason } = productDay(questionOf(request, people, product, taken, context), visitDate)
  const left = Math.max(0, ...timeSlots.map(({ remaining }) => remaining))
  // Places that are free only now were taken when they were requested.
  if (reason === null || !isAboutCapacity(reason) || left === 0)
    return notAvailable(request, people, product, taken, context, refusedBy(reason ?? 'fully_booked', timeSlots))
  const offered = timeSlots.find(
    ({ time, remaining }) => remaining === left && (visitTime == null || time === visitTime),
  )
  const stop = offered?.limitedBy
  return apiError('INSUFFICIENT_CAPACITY', {
    requested: people,
    available: left,
    ...idOf(product),
    date: visitDate,
    time: visitTime ?? offered?.time ?? null,
    ...(stop ? { stop: shownStop(stop) } : {}),
  })
}

const idOf = ({ type, id }: SoldProduct) => (type === 'tour' ? { tourId: id } : { cenoteId: id })
const shownStop = ({ cenoteId, time }: NonNullable<Refused['stop']>) => ({ cenoteId, time })

const notAvailableCodes = { cenote: 'CENOTE_NOT_AVAILABLE', tour: 'TOUR_NOT_AVAILABLE' } as const

/** CENOTE_NOT_AVAILABLE or TOUR_NOT_AVAILABLE, with what could be had instead. */
export function notAvailable(
  request: SlotRequest,
  people: number,
  product: SoldProduct,
  taken: Inventories,
  context: ReservationContext,
  { reason, stop }: Refused,
): Error {
  const { visitDate: date, visitTime: time = null } = request
  const query = questionOf(request, people, product, taken, context)
  const alternatives = nearestSlots(query, { date, time }).map((slot) => ({
    date: slot.date,
    time: slot.time,
    available: slot.remaining,
  }))
  const closures = reason === 'maintenance' ? (taken.get(product.id)?.closures ?? []) : []
  const closure = closures.find(({ startDate, endDate }) => startDate <= date && date <= endDate)
  return apiError(notAvailableCodes[product.type], {
    ...idOf(product),
    date,
    time,
    reason,
    ...(stop ? { stop: shownStop(stop) } : {}),
    ...(closure ? { closure: { reason: closure.reason, message: closure.message[context.language] } } : {}),
    alternatives,
  })
}
