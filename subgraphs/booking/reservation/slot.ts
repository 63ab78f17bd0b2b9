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

/** Taken places from the day of a visit on, as far ahead as alternatives are looked for. */
export async function inventoryOf(
  { cenoteId, visitDate }: SlotRequest,
  { database }: Pick<Context, 'database'>,
): Promise<StoredInventory> {
  const [inventory] = await readInventories(database.pool, [
    { cenoteId, from: visitDate, to: addDays(visitDate, searchDays) },
  ])
  if (!inventory) throw new Error('An inventory was not read')
  return inventory
}

/** Slots to try, in order: the one asked for, or those of the day that looked free. Refuses what can never be. */
export function candidateTimes(
  request: SlotRequest,
  people: number,
  terms: CatalogTerms,
  inventory: StoredInventory,
  context: Context,
): string[] {
  const now = localNow(terms, context)
  const { visitDate, visitTime, preferredTime } = request
  const closed = closedReason(terms, inventory, visitDate)
  const times = slotTimes(terms.schedule, visitDate)
  const refuse = (reason: string): never => {
    throw notAvailable(request, people, terms, inventory, context, reason)
  }
  if (closed) return refuse(closed)
  if (visitDate < now.date) return refuse('past_date')
  if (visitTime != null) {
    if (!times.includes(visitTime)) return refuse('not_a_slot')
    if (visitDate === now.date && visitTime <= now.time) return refuse('past_date')
    return [visitTime]
  }
  const free = dayRoom(terms, inventory, visitDate, people, now)
    .slots.filter(({ available }) => available)
    .map(({ time }) => time)
  return preferredTime != null && times.includes(preferredTime) && free.includes(preferredTime)
    ? [preferredTime, ...free.filter((time) => time !== preferredTime)]
    : free
}

/** Why there was no room, from the inventory as it is now. */
export function refusal(
  request: SlotRequest,
  people: number,
  terms: CatalogTerms,
  inventory: StoredInventory,
  context: Context,
): Error {
  const { visitDate, visitTime } = request
  const { slots } = dayRoom(terms, inventory, visitDate, 1, localNow(terms, context), visitTime)
  const open = slots.filter((slot) => slot.available)
  const available = Math.max(0, ...open.map(({ remaining }) => remaining))
  if (available === 0 || available >= people)
    return notAvailable(request, people, terms, inventory, context, 'fully_booked')
  const time = visitTime ?? open.find(({ remaining }) => remaining === available)?.time ?? null
  return apiError('INSUFFICIENT_CAPACITY', { requested: people, available, cenoteId: terms.id, date: visitDate, time })
}

function notAvailable(
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
