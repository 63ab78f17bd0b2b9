import type { Statements } from '../../../platform/postgres/database.ts'
import { reservationsAffected } from './affected.ts'
import type { SlotKey } from '../availability/index.ts'
import { slotsBookedAbove } from './store/days.ts'
import { countReservations } from './store/standing.ts'

/** RESERVATIONS_AFFECTED when more is booked of some slots than a capacity. */
export async function requireBookedCapacity(
  client: Statements,
  cenoteId: string,
  slots: readonly SlotKey[],
  capacity: number,
): Promise<void> {
  const above = await slotsBookedAbove(client, cenoteId, slots, capacity)
  if (above.length === 0) return
  const people = above.reduce((sum, { booked }) => sum + booked, 0)
  throw reservationsAffected(await countReservations(client, cenoteId, above), people, above)
}
