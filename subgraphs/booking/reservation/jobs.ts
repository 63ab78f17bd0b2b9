import { inTransaction, type PoolClient } from '../../../platform/database.ts'
import type { Environment } from '../../../platform/identity.ts'
import type { Context } from '../context.ts'
import type { Services } from '../server.ts'
import { expire } from './change.ts'
import { recordNoShow } from './no-show.ts'
import { isHoldOver, lockExpired, lockMissed } from './repository.ts'
import type { Reservation } from './reservation.ts'

const batchSize = 50

type JobServices = Pick<Services, 'databases' | 'hubs' | 'clock'>

/** Ends holds that have run out, also when nobody asks. True when more may be waiting. */
export const endHolds = (services: JobServices, environment: Environment): Promise<boolean> =>
  workOn(lockExpired, expire, services, environment)

/** Ends holds that have run out, now that somebody asks for what they hold; whether there were any. */
export async function endHoldsNow({ services, database, clock }: Context): Promise<boolean> {
  if (!(await isHoldOver(database, clock.now()))) return false
  await endHolds(services, database.environment)
  return true
}

/** Does what needs places once more when it was refused for want of room while holds had ended (decisions 6). */
export async function withEndedHolds<T>(context: Context, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const { code } = (error as { extensions?: { code?: string } }).extensions ?? {}
    const isFull = code === 'CENOTE_NOT_AVAILABLE' || code === 'INSUFFICIENT_CAPACITY'
    if (!isFull || !(await endHoldsNow(context))) throw error
    return attempt()
  }
}

/** Marks who has not come once the day of the visit is over at the cenote. True when more may be waiting. */
export const markMissed = (services: JobServices, environment: Environment): Promise<boolean> =>
  workOn(
    lockMissed,
    (client, reservation, now) => recordNoShow(client, reservation, now, 'the visit day ended'),
    services,
    environment,
  )

/** Changes a batch of what is due. Replicas share the work by skipping rows that another has locked. */
async function workOn(
  lockDue: (client: PoolClient, now: Date, limit: number) => Promise<Reservation[]>,
  change: (client: PoolClient, reservation: Reservation, now: Date) => Promise<unknown>,
  { databases, hubs, clock }: JobServices,
  environment: Environment,
): Promise<boolean> {
  const now = clock.now()
  const count = await inTransaction(databases[environment].pool, async (client) => {
    const due = await lockDue(client, now, batchSize)
    // Days and slots are locked in one order whoever works, so that two batches never wait for one another.
    const ordered = [...due].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    for (const reservation of ordered) await change(client, reservation, now)
    return due.length
  })
  if (count > 0) hubs[environment].wake()
  return count === batchSize
}

const placeOf = ({ cenoteId, visitDate, visitTime }: Reservation): string => `${cenoteId} ${visitDate} ${visitTime}`
