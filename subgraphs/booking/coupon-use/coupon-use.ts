import type { PoolClient } from '../../../platform/postgres/database.ts'
import type { Identity } from '../../../platform/trust/identity.ts'
import type { JobRun } from '../../../platform/process/job.ts'
import type { CouponContext, CouponServices, ReleaseContext } from './context.ts'
import {
  deleteClaim,
  findReturning,
  findReturningOf,
  finishReturn,
  insertClaim,
  returnClaim,
  takeDueClaims,
} from './repository.ts'

/** A creation takes milliseconds; one that has not ended after a minute has failed. */
const gracePeriodMilliseconds = 60_000
const retryMilliseconds = 5_000
const batchSize = 50

/** Coupon that a reservation is about to use. */
export interface CouponUse {
  readonly reservationId: string
  readonly code: string
  readonly productId: string
  /** The price with it was promised by a quote. */
  readonly isQuoted: boolean
}

/**
 * Counts a use of the coupon for a reservation that is about to be written
 * (docs/partner-api/coupons.md#how-uses-are-counted). Writing the reservation confirms the claim; otherwise the caller
 * must abandon it. Errors: the COUPON_ codes; then nothing was counted.
 */
export async function claimCoupon(
  use: CouponUse,
  { database, services, identity, clock }: CouponContext,
): Promise<void> {
  const { reservationId, code } = use
  const claimedAt = clock.now()
  const dueAt = new Date(claimedAt.getTime() + gracePeriodMilliseconds)
  await insertClaim(database, { reservationId, code, claimedAt, dueAt })
  try {
    await services.upstream.redeemCoupon(use, identity)
  } catch (error) {
    if (isCouponRefusal(error)) await deleteClaim(database.pool, reservationId)
    // Pricing did not respond, so it is unknown whether it counted: the job releases the use in either case.
    else await returnClaim(database.pool, reservationId, 'claimed', clock.now())
    throw error
  }
}

/** The coupon whose uses are all taken according to a refusal; undefined for any other error. */
export function usedUpCouponOf(error: unknown): string | undefined {
  const { code, details } = contentOf(error)
  return code === 'COUPON_usage_LIMIT_REACHED' ? (details as { code: string }).code : undefined
}

const isCouponRefusal = (error: unknown): boolean => contentOf(error).code?.startsWith('COUPON_') ?? false

const contentOf = (error: unknown): { readonly code?: string; readonly details?: unknown } =>
  (error as { extensions?: { code?: string; details?: unknown } }).extensions ?? {}

/** Releases the use of a reservation that was not written after all. */
export async function abandonCoupon(reservationId: string, context: CouponContext): Promise<void> {
  await returnClaim(context.database.pool, reservationId, 'claimed', context.clock.now())
  await releaseUses([reservationId], releaseContext(context))
}

/** The executor and identity with which a request releases uses. */
export const releaseContext = ({
  services,
  database,
  identity,
}: Pick<CouponContext, 'services' | 'database' | 'identity'>): ReleaseContext => ({
  services,
  database,
  requestId: identity.requestId,
})

/**
 * Releases the use of a reservation that ends unpaid or drops its coupon, within the transaction that does so. Once that
 * is committed the use must be released at pricing, by `releaseEndedUses` before the response, or else by the job.
 */
export async function returnCoupon(
  client: PoolClient,
  { id, couponCode }: { readonly id: string; readonly couponCode: string | null },
  now: Date,
): Promise<void> {
  if (couponCode !== null) await returnClaim(client, id, 'kept', now)
}

/** Releases at pricing the uses that committed changes of these reservations returned; the job retries what fails. */
export async function releaseEndedUses(reservationIds: readonly string[], context: ReleaseContext): Promise<void> {
  if (reservationIds.length === 0) return
  try {
    await releaseUses(await findReturning(context.database, reservationIds), context)
  } catch (error) {
    // The changes are committed: they must not fail for this.
    context.services.logger.warn({ err: error, reservationIds }, 'uses of coupons could not be released yet')
  }
}

/** Releases the returned uses of a coupon, also those of a process that died before it released them. */
export async function releaseEndedUsesOf(code: string, context: ReleaseContext): Promise<void> {
  await releaseUses(await findReturningOf(context.database.pool, code, batchSize), context)
}

/** Releasing is idempotent: concurrent callers and the job may release the same use. */
async function releaseUses(
  reservationIds: readonly string[],
  { services: { upstream, logger }, database: { pool, environment }, requestId }: ReleaseContext,
): Promise<void> {
  // Booking acts for itself here, not for a partner.
  const identity: Identity = { partnerId: null, environment, scopes: [], locale: 'en', requestId }
  await Promise.all(
    reservationIds.map(async (reservationId) => {
      try {
        await upstream.releaseCoupon(reservationId, identity)
        await finishReturn(pool, reservationId)
      } catch (error) {
        logger.warn({ err: error, reservationId }, "a coupon's use could not be released yet")
      }
    }),
  )
}

/** Releases the claims that are due at pricing; true when more may be waiting. A failure is retried. */
export async function returnCoupons(
  { databases, upstream, clock, logger }: CouponServices,
  { environment, requestId }: Omit<JobRun, 'logger'>,
): Promise<boolean> {
  const database = databases[environment]
  const now = clock.now()
  const due = await takeDueClaims(database.pool, now, new Date(now.getTime() + retryMilliseconds), batchSize)
  await releaseUses(due, { services: { upstream, logger }, database, requestId })
  return due.length === batchSize
}
