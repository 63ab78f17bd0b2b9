import { addDays, instantOf } from '../../../../platform/values/clock.ts'
import type { ReservationContext } from '../context.ts'
import { heldPlaces, isSameDay, isSameVisit, peopleOf, type Reservation } from '../reservation.ts'
import { holdEndAfterMove } from '../rules/hold.ts'
import { readProduct, takenWith, type Inventories, type SoldProduct } from '../offer/product.ts'
import { candidateTimes, inventoriesAround, notAvailable, refusal, type SlotRequest } from '../offer/slot.ts'

/** The members of a reservation that follow from its slot. */
type InSlot = Pick<Reservation, 'visitTime' | 'stops' | 'timezone' | 'visitAt' | 'dayEndsAt' | 'paymentDeadline'>

/** Where and when a modified reservation takes place, in the first of some slots that has room. */
export interface VisitPlan {
  readonly product: SoldProduct
  readonly people: number
  /** The slot that is requested; without a time the day. */
  readonly request: SlotRequest
  /** Slots to try, in order; at least one. */
  readonly times: readonly string[]
  at(visitTime: string): InSlot
  /** Taken places without the reservation's own. */
  taken(): Promise<Inventories>
}

/**
 * Plans the visit of a modified reservation. On another day or with another product without `requestedTime` the hour stays
 * where it has room, otherwise it is the first with room. Errors: CENOTE_NOT_FOUND, TOUR_NOT_FOUND,
 * CENOTE_NOT_AVAILABLE, TOUR_NOT_AVAILABLE, INSUFFICIENT_CAPACITY.
 */
export async function planVisit(
  before: Reservation,
  wanted: Reservation,
  requestedTime: string | null,
  context: ReservationContext,
): Promise<VisitPlan> {
  const product = await readProduct(wanted, context)
  const visit = { productId: product.id, visitDate: wanted.visitDate, visitTime: wanted.visitTime }
  const isNewDay = !isSameDay(before, visit)
  const people = peopleOf(wanted)
  const request: SlotRequest = isNewDay ? { ...visit, visitTime: requestedTime } : visit
  const held = heldPlaces(before)
  const taken = async (): Promise<Inventories> =>
    takenWith(await inventoriesAround(request, product, context), { ...held, people: -held.people })
  if (people < Math.min(product.terms.minParty, peopleOf(before)))
    throw notAvailable(request, people, product, await taken(), context, { reason: 'below_minimum', stop: null })
  const needsPlaces = !isSameVisit(before, visit) || people > peopleOf(before)
  const times = needsPlaces
    ? withFirst(before.visitTime, slotsToTry(request, people, product, await taken(), context))
    : [before.visitTime]
  const timezone = isNewDay ? product.timezone : before.timezone
  const at = (visitTime: string): InSlot => {
    if (isSameVisit(before, { ...visit, visitTime })) {
      const { stops, visitAt, dayEndsAt, paymentDeadline } = before
      return { visitTime, stops, timezone, visitAt, dayEndsAt, paymentDeadline }
    }
    const visitAt = instantOf(visit.visitDate, visitTime, timezone)
    return {
      visitTime,
      stops: product.stopsAt(visit.visitDate, visitTime),
      timezone,
      visitAt,
      dayEndsAt: instantOf(addDays(visit.visitDate, 1), '00:00', timezone),
      paymentDeadline: holdEndAfterMove(before, visitAt, context.clock.now()),
    }
  }
  return { product, people, request, times, at, taken }
}

function slotsToTry(
  request: SlotRequest,
  people: number,
  product: SoldProduct,
  taken: Inventories,
  context: ReservationContext,
): readonly string[] {
  const candidates = candidateTimes(request, people, product, taken, context)
  if ('reason' in candidates) throw notAvailable(request, people, product, taken, context, candidates)
  if (candidates.times.length === 0) throw refusal(request, people, product, taken, context)
  return candidates.times
}

/** The times with one of them first, if it is among them. */
const withFirst = (first: string, times: readonly string[]): readonly string[] =>
  times.includes(first) ? [first, ...times.filter((time) => time !== first)] : times
