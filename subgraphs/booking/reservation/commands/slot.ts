import { apiError } from '../../../../schema/errors.ts'
import { isStaff } from '../../caller.ts'
import {
  bookingWindow,
  closureMessageIn,
  dayAvailability,
  nearbyDays,
  nearestSlots,
  nothingTaken,
  readInventories,
  type DayReason,
  type Inventory,
  type AvailabilityQuery,
  type StoredInventory,
} from '../../availability/index.ts'
import type { ReservationContext } from '../context.ts'
import type { CatalogTerms } from '../../upstream/index.ts'

/** Requested places. */
export interface SlotRequest {
  readonly productId: string
  readonly visitDate: string
  /** The first slot with room when absent. */
  readonly visitTime?: string | null | undefined
}

/** Taken places of the day of a visit. */
export const inventoryOfDay = (
  { productId, visitDate }: SlotRequest,
  context: ReservationContext,
): Promise<StoredInventory> => inventoryBetween(productId, visitDate, visitDate, context)

/** Taken places of the day of a visit and of those on which alternatives are looked for. */
export function inventoryAround(
  { productId, visitDate }: SlotRequest,
  terms: CatalogTerms,
  context: ReservationContext,
): Promise<StoredInventory> {
  const { from, to } = nearbyDays(visitDate, bookingWindow(terms, context))
  return inventoryBetween(productId, from, to, context)
}

async function inventoryBetween(
  productId: string,
  from: string,
  to: string,
  { database }: Pick<ReservationContext, 'database'>,
): Promise<StoredInventory> {
  const [inventory] = await readInventories(database.pool, [{ cenoteId: productId, from, to }])
  if (!inventory) throw new Error('An inventory was not read')
  return inventory
}

export type Candidates = { readonly times: readonly string[] } | { readonly reason: DayReason }

/**
 * Slots to try, in order: the requested one, or those of the day that looked free; or why there can be none. A request
 * for one slot needs no inventory: closures and other bookings show when the places are taken.
 */
export function candidateTimes(
  request: SlotRequest,
  people: number,
  terms: CatalogTerms,
  inventory: Inventory | undefined,
  context: ReservationContext,
): Candidates {
  const { visitDate, visitTime } = request
  const known = inventory ?? nothingTaken
  if (visitTime != null) {
    const { reason } = dayAvailability(availabilityQuery(request, 1, terms, known, context), visitDate)
    // The database decides whether there is room.
    return reason === null || isAboutCapacity(reason) ? { times: [visitTime] } : { reason }
  }
  const { timeSlots, reason } = dayAvailability(availabilityQuery(request, people, terms, known, context), visitDate)
  if (reason !== null && !isAboutCapacity(reason)) return { reason }
  return { times: timeSlots.filter(({ available }) => available).map(({ time }) => time) }
}

/** The slot that a party would get now: the requested one or the first of the day with room; null when there is none. */
export function firstFreeSlot(
  request: SlotRequest,
  people: number,
  terms: CatalogTerms,
  inventory: Inventory,
  context: ReservationContext,
): string | null {
  const query = availabilityQuery(request, people, terms, inventory, context)
  return dayAvailability(query, request.visitDate).timeSlots.find(({ available }) => available)?.time ?? null
}

const isAboutCapacity = (reason: DayReason): boolean => reason === 'fully_booked' || reason === 'too_many_visitors'

const availabilityQuery = (
  { visitTime }: SlotRequest,
  visitors: number,
  terms: CatalogTerms,
  inventory: Inventory,
  context: ReservationContext,
): AvailabilityQuery => ({
  ...bookingWindow(terms, context),
  sellsBegun: isStaff(context),
  terms,
  inventory,
  visitors,
  time: visitTime,
})

/** Why it could not be reserved, from the inventory as it is now. */
export function refusal(
  request: SlotRequest,
  people: number,
  terms: CatalogTerms,
  inventory: StoredInventory,
  context: ReservationContext,
): Error {
  const { visitDate, visitTime } = request
  const { timeSlots, reason } = dayAvailability(
    availabilityQuery(request, people, terms, inventory, context),
    visitDate,
  )
  const left = Math.max(0, ...timeSlots.map(({ remaining }) => remaining))
  // Places that are free only now were taken when they were requested.
  if (reason === null || !isAboutCapacity(reason) || left === 0)
    return notAvailable(request, people, terms, inventory, context, reason ?? 'fully_booked')
  const time = visitTime ?? timeSlots.find(({ remaining }) => remaining === left)?.time ?? null
  return apiError('INSUFFICIENT_CAPACITY', {
    requested: people,
    available: left,
    cenoteId: terms.id,
    date: visitDate,
    time,
  })
}

/** CENOTE_NOT_AVAILABLE with what could be had instead. */
export function notAvailable(
  request: SlotRequest,
  people: number,
  terms: CatalogTerms,
  inventory: StoredInventory,
  context: ReservationContext,
  reason: DayReason,
): Error {
  const { visitDate: date, visitTime: time = null } = request
  const query = availabilityQuery(request, people, terms, inventory, context)
  const alternatives = nearestSlots(query, { date, time }).map((slot) => ({
    date: slot.date,
    time: slot.time,
    available: slot.remaining,
  }))
  const closure =
    reason === 'maintenance'
      ? inventory.closures.find(({ startDate, endDate }) => startDate <= date && date <= endDate)
      : undefined
  return apiError('CENOTE_NOT_AVAILABLE', {
    cenoteId: terms.id,
    date,
    time,
    reason,
    ...(closure ? { closure: { reason: closure.reason, message: closureMessageIn(closure, context.language) } } : {}),
    alternatives,
  })
}

/** Whether facts of a cenote are still the present ones. */
export async function isCurrent(terms: CatalogTerms, { services, identity }: ReservationContext): Promise<boolean> {
  return (await services.upstream.cenote(terms.id, identity)).version === terms.version
}
