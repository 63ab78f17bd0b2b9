import type { ReservationContext } from '../context.ts'
import { heldPlaces, peopleOf } from '../reservation.ts'
import { guestMayAt } from '../rules/guest-terms.ts'
import type { GuestVisit } from './guest.ts'
import { readProduct, takenWith } from '../offer/product.ts'
import { freeTimes, inventoriesOfDay } from '../offer/slot.ts'

/** An hour of the day of a visit. */
export interface VisitTime {
  readonly visitTime: string
  /** New less present price: another hour of the same day keeps the price that was agreed. */
  readonly differenceCents: number
  readonly isCurrent: boolean
}

/** The hours of the day that have room for the party, its own among them; none when the guest may not change the visit. */
export async function visitTimes({ reservation, terms, context }: GuestVisit): Promise<VisitTime[]> {
  if (!guestMayAt(reservation, terms, context.clock.now()).change) return []
  const free = await freeTimesFor(reservation, context)
  const { visitTime: present } = reservation
  return [...new Set([present, ...free])]
    .sort()
    .map((visitTime) => ({ visitTime, differenceCents: 0, isCurrent: visitTime === present }))
}

async function freeTimesFor(
  reservation: GuestVisit['reservation'],
  context: ReservationContext,
): Promise<readonly string[]> {
  const product = await readProduct(reservation, context)
  const day = { visitDate: reservation.visitDate }
  const held = heldPlaces(reservation)
  const taken = takenWith(await inventoriesOfDay(day, product, context), { ...held, people: -held.people })
  return freeTimes(day, peopleOf(reservation), product, taken, context)
}
