import { addDays, instantOf } from '../../../../platform/values/clock.ts'
import { placesWithout, type StoredInventory } from '../../availability/index.ts'
import type { CatalogTerms } from '../../upstream/index.ts'
import type { ReservationContext } from '../context.ts'
import { isSameDay, isSameVisit, peopleOf, type Reservation } from '../reservation.ts'
import { holdEndAfterMove } from '../rules/expiry.ts'
import { candidateTimes, inventoryAround, notAvailable, refusal, type SlotRequest } from './slot.ts'

/** The members of a reservation that follow from its slot. */
type InSlot = Pick<Reservation, 'visitTime' | 'timezone' | 'visitAt' | 'dayEndsAt' | 'paymentDeadline'>

/** Where and when a modified reservation takes place, in the first of some slots that has room. */
export interface PlannedVisit {
  /** Of the cenote. */
  readonly terms: CatalogTerms
  readonly people: number
  /** The slot that is requested; without a time the day. */
  readonly request: SlotRequest
  /** Slots to try, in order; at least one. */
  readonly times: readonly string[]
  at(visitTime: string): InSlot
  /** Taken places without the reservation's own. */
  inventory(): Promise<StoredInventory>
}

/**
 * Plans the visit of a modified reservation. On another day or at another cenote without `requestedTime` the hour stays
 * where it has room, otherwise it is the first with room. Errors: CENOTE_NOT_FOUND, CENOTE_NOT_AVAILABLE,
 * INSUFFICIENT_CAPACITY.
 */
export async function planVisit(
  before: Reservation,
  wanted: Reservation,
  requestedTime: string | null,
  context: ReservationContext,
): Promise<PlannedVisit> {
  const terms = await context.services.upstream.cenote(wanted.productId, context.identity)
  const visit = { productId: terms.id, visitDate: wanted.visitDate, visitTime: wanted.visitTime }
  const isNewDay = !isSameDay(before, visit)
  const people = peopleOf(wanted)
  const request: SlotRequest = isNewDay ? { ...visit, visitTime: requestedTime } : visit
  const inventory = async (): Promise<StoredInventory> => {
    const stored = await inventoryAround(request, terms, context)
    return before.productId === terms.id ? placesWithout(stored, { ...before, people: peopleOf(before) }) : stored
  }
  const needsPlaces = !isSameVisit(before, visit) || people > peopleOf(before)
  const times = needsPlaces
    ? withFirst(before.visitTime, slotsToTry(request, people, terms, await inventory(), context))
    : [before.visitTime]
  const timezone = isNewDay ? terms.schedule.timezone : before.timezone
  const at = (visitTime: string): InSlot => {
    if (isSameVisit(before, { ...visit, visitTime })) {
      const { visitAt, dayEndsAt, paymentDeadline } = before
      return { visitTime, timezone, visitAt, dayEndsAt, paymentDeadline }
    }
    const visitAt = instantOf(visit.visitDate, visitTime, timezone)
    return {
      visitTime,
      timezone,
      visitAt,
      dayEndsAt: instantOf(addDays(visit.visitDate, 1), '00:00', timezone),
      paymentDeadline: holdEndAfterMove(before, visitAt, context.clock.now()),
    }
  }
  return { terms, people, request, times, at, inventory }
}

function slotsToTry(
  request: SlotRequest,
  people: number,
  terms: CatalogTerms,
  inventory: StoredInventory,
  context: ReservationContext,
): readonly string[] {
  const candidates = candidateTimes(request, people, terms, inventory, context)
  if ('reason' in candidates) throw notAvailable(request, people, terms, inventory, context, candidates.reason)
  if (candidates.times.length === 0) throw refusal(request, people, terms, inventory, context)
  return candidates.times
}

/** The times with one of them first, if it is among them. */
const withFirst = (first: string, times: readonly string[]): readonly string[] =>
  times.includes(first) ? [first, ...times.filter((time) => time !== first)] : times
