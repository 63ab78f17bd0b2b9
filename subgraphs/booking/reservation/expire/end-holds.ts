import { randomUUID } from 'node:crypto'
import { inTransaction, type PoolClient, type Statements } from '../../../../platform/postgres/database.ts'
import type { Environment } from '../../../../platform/trust/identity.ts'
import { systemAuthor, type Moment } from '../../../../platform/trust/author.ts'
import { addDays } from '../../../../platform/values/clock.ts'
import type { ReservationContext, ReservationServices } from '../context.ts'
import { changePlaces } from '../../availability/index.ts'
import { releaseEndedUses, releaseEndedUsesOf, releaseContext, usedUpCouponOf } from '../../coupon-use/index.ts'
import { recordExpiry } from '../change/change-reservation.ts'
import { recordNoShow } from '../visit/no-show.ts'
import type { ReservationKey } from '../store/codes.ts'
import { postponeDueOf, readDue } from '../store/due.ts'
import { isHoldOver, lockDue, readEndedAmong, type BlockingHolds, type VisitDays } from '../store/holds.ts'
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
  /** Skips reservations that another transaction has locked instead of waiting for them. */
  readonly skipLocked: boolean
  /** Its places are released afterwards. */
  readonly change: (client: PoolClient, reservation: Reservation, moment: Moment) => Promise<unknown>
}

const holds: Work = {
  kind: 'hold',
  find: (pool, now, limit) => readDue(pool, 'hold', now, limit),
  skipLocked: true,
  change: recordExpiry,
}

const missed: Work = {
  kind: 'no_show',
  find: (pool, now, limit) => readDue(pool, 'no_show', now, limit),
  skipLocked: true,
  change: (client, reservation, moment) => recordNoShow(client, reservation, moment, systemNotes.dayEnded),
}

/** Ends expired holds in the background. True when more may be waiting. */
export const endHolds = (services: JobServices, environment: Environment): Promise<boolean> =>
  workAndReport(holds, services, environment)

/** Ends those of the holds that have expired, before what they take is taken. False when there were none. */
export async function endHoldsNow(
  { services, database, clock }: { readonly services: JobServices } & Pick<ReservationContext, 'database' | 'clock'>,
  blocking: BlockingHolds,
): Promise<boolean> {
  if (!(await isHoldOver(database, clock.now(), blocking))) return false
  // One that is being ended is waited for: the caller needs what it takes.
  const work: Work = {
    ...holds,
    find: (pool, now, limit) => readEndedAmong(pool, now, limit, blocking),
    skipLocked: false,
  }
  while ((await workOn(work, services, database.environment)).hasMore);
  return true
}

/**
 * Retries a command that was refused for lack of room, after ending the expired holds of that day
 * (docs/partner-api/reservations.md#the-hold). A refusal is final once it is repeated although no hold was left to end:
 * a job may have ended one since the previous attempt. The next attempt may also find another stop of a tour full.
 */
export async function withEndedHolds<T>(context: ReservationContext, attempt: () => Promise<T>): Promise<T> {
  const refusedFor = new Set<string>()
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const days = fullDaysOf(error)
      if (days.length === 0) throw error
      let hasEnded = false
      for (const day of days) if (await endHoldsNow(context, day)) hasEnded = true
      const full = JSON.stringify(days)
      if (!hasEnded && refusedFor.has(full)) throw error
      refusedFor.add(full)
    }
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

/** The days of a refusal for lack of room, of the product and of a stop that is full; none for any other error. */
function fullDaysOf(error: unknown): VisitDays[] {
  const { code, details } = (error as { extensions?: { code?: string; details?: unknown } }).extensions ?? {}
  if (code === undefined || !capacityCodes.has(code)) return []
  const { cenoteId, tourId, date, reason = 'fully_booked', stop } = details as FullDetails
  if (reason !== 'fully_booked' && reason !== 'stop_full') return []
  const days = { productId: tourId ?? cenoteId ?? '', from: date, to: date }
  // A tour may be at the stop on the next day, and the day of the cenote begin at another instant.
  return stop ? [days, { productId: stop.cenoteId, from: addDays(date, -1), to: addDays(date, 2) }] : [days]
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
  { kind, find, skipLocked, change }: Work,
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
        const due = await lockDue(client, own, { kind, now, skipLocked })
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
  const isElsewhere = skipLocked && changed.length + failures.length === 0
  return { hasMore: keys.length === batchSize && !isElsewhere, failures }
}

function byPartner(keys: readonly ReservationKey[]): Map<string, ReservationKey[]> {
  const grouped = new Map<string, ReservationKey[]>()
  for (const key of keys) grouped.set(key.partnerId, [...(grouped.get(key.partnerId) ?? []), key])
  return grouped
}
