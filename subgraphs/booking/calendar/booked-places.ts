import type { Statements } from '../../../platform/postgres/database.ts'
import type { CenoteTerms } from '../availability/index.ts'
import { reservationsAffected } from './affected.ts'
import { lostPlaces } from './kept-places.ts'
import { countReservations, readBookedSlots } from './store/standing.ts'

/** When a cenote is open and how many people it holds, before a change and after. */
export interface OpeningChange {
  readonly before: Pick<CenoteTerms, 'schedule'>
  readonly after: Pick<CenoteTerms, 'schedule' | 'capacity'>
}

/** RESERVATIONS_AFFECTED when places booked from a date on would not be there after a change. */
export async function requireBookedPlaces(
  client: Statements,
  cenoteId: string,
  from: string,
  { before, after }: OpeningChange,
): Promise<void> {
  const lost = lostPlaces(await readBookedSlots(client, cenoteId, from), before, after)
  if (lost.length === 0) return
  throw reservationsAffected(
    await countReservations(client, cenoteId, lost),
    lost.reduce((people, { booked }) => people + booked, 0),
    lost,
  )
}
