import { randomUUID } from 'node:crypto'
import { inTransaction, type PoolClient } from '../../../../platform/postgres/database.ts'
import type { Environment } from '../../../../platform/trust/identity.ts'
import type { ReservationContext, ReservationServices } from '../context.ts'
import { releaseEndedUses, releaseEndedUsesOf, releaseContext, usedUpCouponOf } from '../../coupon-use/index.ts'
import { expire } from './transition.ts'
import { recordNoShow } from './no-show.ts'
import {
  isHoldOver,
  lockExpired,
  lockExpiredAmong,
  lockMissed,
  type BlockingHolds,
  type DueReservations,
  type VisitDay,
} from '../store/holds.ts'
import { systemNotes } from '../rules/wording.ts'
import type { Reservation } from '../reservation.ts'

const batchSize = 50

type LockDue = (client: PoolClient, now: Date, limit: number) => Promise<DueReservations>
type JobServices = Pick<ReservationServices, 'databases' | 'hubs' | 'clock' | 'upstream' | 'logger'>

/** Ends expired holds in the background. True when more may be waiting. */
export const endHolds = (services: JobServices, environment: Environment): Promise<boolean> =>
  workOn(lockExpired, expire, services, environment)

/** Ends those of the holds that have expired, before what they take is taken. */
export async function endHoldsNow(
  { services, database, clock }: { readonly services: JobServices } & Pick<ReservationContext, 'database' | 'clock'>,
  holds: BlockingHolds,
): Promise<void> {
  if (!(await isHoldOver(database, clock.now(), holds))) return
  const lock: LockDue = (client, now, limit) => lockExpiredAmong(client, now, limit, holds)
  while (await workOn(lock, expire, services, database.environment));
}

/**
 * Retries a command that was refused for lack of room, after ending the expired holds of that day
 * (docs/partner-api/reservations.md#the-hold). Also when there were none: a job may have ended one since the first
 * attempt.
 */
export async function withEndedHolds<T>(context: ReservationContext, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const full = fullDayOf(error)
    if (!full) throw error
    await endHoldsNow(context, full)
    return attempt()
  }
}

/**
 * Retries a command that was refused because a coupon is used up, after ending the expired holds that use it and
 * releasing what committed changes returned: a process may have died in between, or a job be about to. Also when there
 * was nothing, as above.
 */
export async function withEndedCouponUses<T>(context: ReservationContext, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const couponCode = usedUpCouponOf(error)
    if (couponCode === undefined) throw error
    await endHoldsNow(context, { couponCode })
    await releaseEndedUsesOf(couponCode, releaseContext(context))
    return attempt()
  }
}

/** The cenote and day of a refusal for lack of room; undefined for any other error. */
function fullDayOf(error: unknown): VisitDay | undefined {
  const { code, details } = (error as { extensions?: { code?: string; details?: unknown } }).extensions ?? {}
  if (code !== 'CENOTE_NOT_AVAILABLE' && code !== 'INSUFFICIENT_CAPACITY') return undefined
  const { cenoteId, date, reason = 'fully_booked' } = details as { cenoteId: string; date: string; reason?: string }
  return reason === 'fully_booked' ? { cenoteId, visitDate: date } : undefined
}

/** Marks who has not come once the day of the visit is over at the cenote. True when more may be waiting. */
export const markMissed = (services: JobServices, environment: Environment): Promise<boolean> =>
  workOn(
    lockMissed,
    (client, reservation, now) => recordNoShow(client, reservation, now, systemNotes.dayEnded),
    services,
    environment,
  )

/** Changes a batch of what is due. True when more may be waiting. */
async function workOn(
  lockDue: LockDue,
  change: (client: PoolClient, reservation: Reservation, now: Date) => Promise<unknown>,
  services: JobServices,
  environment: Environment,
): Promise<boolean> {
  const { databases, hubs, clock } = services
  const now = clock.now()
  const database = databases[environment]
  const { reservations: changed, hasMore } = await inTransaction(database.pool, async (client) => {
    const due = await lockDue(client, now, batchSize)
    // All batches lock days and slots in one order, so that two never wait for one another.
    const ordered = [...due.reservations].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    for (const reservation of ordered) await change(client, reservation, now)
    return due
  })
  const withCoupon = changed.filter(({ couponCode }) => couponCode !== null).map(({ id }) => id)
  await releaseEndedUses(withCoupon, { services, database, requestId: randomUUID() })
  if (changed.length > 0) hubs[environment].wake()
  return hasMore
}

const placeOf = ({ cenoteId, visitDate, visitTime }: Reservation): string => `${cenoteId} ${visitDate} ${visitTime}`
