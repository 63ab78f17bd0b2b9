import { reservationsAffected } from './affected.ts'
import { readConfirmedSlots } from './store/standing.ts'

/** RESERVATIONS_AFFECTED when there are confirmed reservations on days of a range, or only at some times of them. */
export async function requireNoneConfirmed(...[client, where]: Parameters<typeof readConfirmedSlots>): Promise<void> {
  const slots = await readConfirmedSlots(client, where)
  if (slots.length === 0) return
  const total = (name: 'reservations' | 'people'): number => slots.reduce((sum, slot) => sum + slot[name], 0)
  throw reservationsAffected(total('reservations'), total('people'), slots)
}
