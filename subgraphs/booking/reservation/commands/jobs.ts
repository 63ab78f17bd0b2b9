import { randomUUID } from 'node:crypto'
import { inTransaction, type PoolClient, type Statements } from '../../../../platform/postgres/database.ts'
import type { Environment } from '../../../../platform/trust/identity.ts'
import { systemAuthor, type Moment } from '../../../../platform/trust/author.ts'
import type { ReservationContext, ReservationServices } from '../context.ts'
import { changePlaces } from '../../availability/index.ts'
import { releaseEndedUses, releaseEndedUsesOf, releaseContext, usedUpCouponOf } from '../../coupon-use/index.ts'
import { recordExpiry } from './transition.ts'
import { recordNoShow } from './no-show.ts'
import type { ReservationKey } from '../store/codes.ts'
import { postponeDueOf, readDue } from '../store/due.ts'
import { isHoldOver, lockDue, readEndedAmong, type BlockingHolds, type VisitDay } from '../store/holds.ts'
import { systemNotes } from '../rules/wording.ts'
import { heldPlaces, type Reservation } from '../reservation.ts'

const batchSize = 50

/** When what could not be changed is tried again. */
const retryMilliseconds = 10_000

type JobServices = Pick<ReservationServices, 'databases' | 'hubs' | 'clock' | 'upstream' | 'logger'>

/** How a job finds and changes reservations of one kind. */
interface Work {
  readonly kind: 'hold' | 'no_show'
  readonly find: (pool: Statements, now: Date, limit: number) => Promise<ReservationKey[]>
  /** Whether reservations that are locked are waited for. */
  readonly waiting: '' | 'SKIP LOCKED'
  /** Its places are released afterwards. */
  readonly change: (client: PoolClient, reservation: Reservation, moment: Moment) => Promise<unknown>
}

const holds: Work = {
  kind: 'hold',
  find: (pool, now, limit) => readDue(pool, 'hold', now, limit),
  waiting: 'SKIP LOCKED',
  change: recordExpiry,
}

const missed: Work = {
  kind: 'no_show',
  find: (pool, now, limit) => readDue(pool, 'no_show', now, limit),
  waiting: 'SKIP LOCKED',
  change: (client, reservation, moment) => recordNoShow(client, reservation, moment, systemNotes.dayEnded),
}

/** Ends expired holds in the background. True when more may be waiting. */
export const endHolds = (services: JobServices, environment: Environment): Promise<boolean> =>
  workAndReport(holds, services, environment)

/** Ends those of the holds that have expired, before what they take is taken. */
export async function endHoldsNow(
  { services, database, clock }: { readonly services: JobServices } & Pick<ReservationContext, 'database' | 'clock'>,
  blocking: BlockingHolds,
): Promise<void> {
  if (!(await isHoldOver(database, clock.now(), blocking))) return
  // One that is being ended is waited for: the caller needs what it takes.
  const work: Work = {
    ...holds,
    find: (pool, now, limit) => readEndedAmong(pool, now, limit, blocking),
    waiting: '',
  }
  while ((await workOn(work, services, database.environment)).hasMore);
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

/** The day of a refusal for lack of room; undefined for any other error. */
function fullDayOf(error: unknown): VisitDay | undefined {
  const { code, details } = (error as { extensions?: { code?: string; details?: unknown } }).extensions ?? {}
  if (code === undefined || !capacityCodes.has(code)) return undefined
  const { cenoteId, tourId, date, reason = 'fully_booked', stop } = details as FullDetails
  if (reason !== 'fully_booked' && reason !== 'stop_full') return undefined
  return { productId: stop?.cenoteId ?? tourId ?? cenoteId ?? '', visitDate: date }
}

interface FullDetails {
  readonly cenoteId?: string
  readonly tourId?: string
  readonly date: string
  readonly reason?: string
  readonly stop?: { readonly cenoteId: string }
}

const capacityCodes = new Set(['CENOTE_NOT_AVAILABLE', 'TOUR_NOT_AVAILABLE', 'INSUFFICIENT_CAPACITY'])

/** Marks who has not come once the day of the visit is over where it takes place. True when more may be waiting. */
export const markMissed = (services: JobServices, environment: Environment): Promise<boolean> =>
  workAndReport(missed, services, environment)

/** Fails when some of the batch could not be changed, after the rest of it was. */
async function workAndReport(work: Work, services: JobServices, environment: Environment): Promise<boolean> {
  const { hasMore, failures } = await workOn(work, services, environment)
  if (failures.length > 0) throw failures[0]
  return hasMore
}

/**
 * Changes a batch of what is due, one transaction for each partner: its reservations may lie on a server that is down,
 * which must not hold up those of others. What could not be changed is postponed, and its failure returned.
 */
async function workOn(
  { kind, find, waiting, change }: Work,
  services: JobServices,
  environment: Environment,
): Promise<{ readonly hasMore: boolean; readonly failures: readonly unknown[] }> {
  const { databases, hubs, clock, logger } = services
  const now = clock.now()
  const database = databases[environment]
  const keys = await find(database.pool, now, batchSize)
  const changed: Reservation[] = []
  const failures: unknown[] = []
  for (const [partnerId, own] of byPartner(keys))
    try {
      const done = await inTransaction(database.pool, async (client) => {
        const due = await lockDue(client, own, { kind, now, waiting })
        for (const reservation of due) await change(client, reservation, { at: now, by: systemAuthor })
        // Together: all transactions lock days and slots in one order, so that two never wait for one another.
        await changePlaces(client, { release: due.map(heldPlaces) })
        return due
      })
      changed.push(...done)
    } catch (error) {
      logger.warn({ err: error, kind, partnerId, environment }, 'reservations that are due could not be changed')
      await postponeDueOf(database.pool, kind, partnerId, now, new Date(now.getTime() + retryMilliseconds))
      failures.push(error)
    }
  const withCoupon = changed.filter(({ couponCode }) => couponCode !== null).map(({ id }) => id)
  await releaseEndedUses(withCoupon, { services, database, requestId: randomUUID() })
  if (changed.length > 0) hubs[environment].wake()
  // Where all are locked elsewhere, another replica does the work.
  const isElsewhere = waiting !== '' && changed.length + failures.length === 0
  return { hasMore: keys.length === batchSize && !isElsewhere, failures }
}

function byPartner(keys: readonly ReservationKey[]): Map<string, ReservationKey[]> {
  const grouped = new Map<string, ReservationKey[]>()
  for (const key of keys) grouped.set(key.partnerId, [...(grouped.get(key.partnerId) ?? []), key])
  return grouped
}
