import { addDays } from '../../../platform/clock.ts'
import { apiError } from '../../../schema/errors.ts'
import {
  closedReason,
  dayRoom,
  localNow,
  nearestSlots,
  readInventories,
  searchDays,
  slotTimes,
  type Inventory,
  type StoredInventory,
} from '../availability/index.ts'
import type { Context } from '../context.ts'
import type { CatalogTerms } from '../terms/index.ts'

/** Places asked for. */
export interface SlotRequest {
  readonly cenoteId: string
  readonly visitDate: string
  /** The first slot with room when absent. */
  readonly visitTime?: string | null | undefined
  /** A wish that only holds if it names a slot with room. */
  readonly preferredTime?: string | null | undefined
}

/** Taken places around the day of a visit, as far as alternatives are looked for, or as many days as are given. */
export async function inventoryOf(
  { cenoteId, visitDate }: SlotRequest,
  { database }: Pick<Context, 'database'>,
  days = searchDays,
): Promise<StoredInventory> {
  const [inventory] = await readInventories(database.pool, [
    { cenoteId, from: addDays(visitDate, -days), to: addDays(visitDate, days) },
  ])
  if (!inventory) throw new Error('An inventory was not read')
  return inventory
}

export type Candidates = { readonly times: readonly string[] } | { readonly reason: string }

const nothingTaken: Inventory = { days: new Map(), slots: new Map(), closures: [] }

/**
 * Slots to try, in order: the one asked for, or those of the day that looked free; or why there can be none. Whoever
 * asks for one slot may go without the inventory: a closure shows when the places are taken.
 */
export function candidateTimes(
  request: SlotRequest,
  people: number,
  terms: CatalogTerms,
  inventory: Inventory | undefined,
  context: Context,
): Candidates {
  const now = localNow(terms, context)
  const { visitDate, visitTime, preferredTime } = request
  const known = inventory ?? nothingTaken
  const closed = closedReason(terms, known, visitDate)
  const times = slotTimes(terms.schedule, visitDate)
  if (closed) return { reason: closed }
  if (visitDate < now.date) return { reason: 'past_date' }
  if (visitTime != null) {
    if (!times.includes(visitTime)) return { reason: 'not_a_slot' }
    if (visitDate === now.date && visitTime <= now.time) return { reason: 'past_date' }
    return { times: [visitTime] }
  }
  const free = dayRoom(terms, known, visitDate, people, now)
    .slots.filter(({ available }) => available)
    .map(({ time }) => time)
  return {
    times:
      preferredTime != null && free.includes(preferredTime)
        ? [preferredTime, ...free.filter((time) => time !== preferredTime)]
        : free,
  }
}

/** Why it could not be reserved, from the inventory as it is now. */
export function refusal(
  request: SlotRequest,
  people: number,
  terms: CatalogTerms,
  inventory: StoredInventory,
  context: Context,
): Error {
  const { visitDate, visitTime } = request
  const closed = closedReason(terms, inventory, visitDate)
  if (closed) return notAvailable(request, people, terms, inventory, context, closed)
  const { slots } = dayRoom(terms, inventory, visitDate, 1, localNow(terms, context), visitTime)
  const open = slots.filter((slot) => slot.available)
  const available = Math.max(0, ...open.map(({ remaining }) => remaining))
  if (available === 0 || available >= people)
    return notAvailable(request, people, terms, inventory, context, 'fully_booked')
  const time = visitTime ?? open.find(({ remaining }) => remaining === available)?.time ?? null
  return apiError('INSUFFICIENT_CAPACITY', { requested: people, available, cenoteId: terms.id, date: visitDate, time })
}

/** CENOTE_NOT_AVAILABLE with what could be had instead. */
export function notAvailable(
  request: SlotRequest,
  people: number,
  terms: CatalogTerms,
  inventory: StoredInventory,
  context: Context,
  reason: string,
): Error {
  const { visitDate: date, visitTime: time = null } = request
  const alternatives = nearestSlots(terms, inventory, { date, time }, people, localNow(terms, context)).map((slot) => ({
    date: slot.date,
    time: slot.time,
    available: slot.remaining,
  }))
  return apiError('CENOTE_NOT_AVAILABLE', { cenoteId: terms.id, date, time, reason, alternatives })
}
