import { makeChecks, type Finding } from '../../platform/postgres/consistency-check.ts'
import { inSnapshot, type Reader } from '../../platform/postgres/database.ts'
import type { Environment } from '../../platform/trust/identity.ts'
import { bookedAmounts, checks as bookingChecks, type BookedAmounts } from '../../subgraphs/booking/audit/repository.ts'
import { checks as pricingChecks } from '../../subgraphs/pricing/audit/repository.ts'
import { compareCouponUses } from './coupon-uses.ts'
import { reportLasting } from './lasting.ts'

/** Between two looks; a transaction of several servers commits in less. */
const pauseMilliseconds = 300

export interface Audited {
  /** Address of the PostgreSQL server. */
  readonly serverUrl: string
  readonly databasePrefix?: string
  readonly environment: Environment
}

/** The amounts of all reservations of one environment, to compare with a report of sales. */
export const auditedAmounts = ({ serverUrl, databasePrefix = '', environment }: Audited): Promise<BookedAmounts[]> =>
  inSnapshot({ serverUrl, name: `${databasePrefix}booking`, environment }, bookedAmounts)

/**
 * Checks that the data of one environment is consistent, while it is in use: places, histories, events, coupons,
 * operations and deliveries agree with the reservations. Reads only, each database in one snapshot; where reservations lie
 * on several servers there is none of all, so that only what still differs after some more looks is reported.
 */
export const audit = (audited: Audited): Promise<Finding[]> => reportLasting(() => lookOnce(audited), pauseMilliseconds)

/** Checks once. What differs may only be a change that is still in progress. */
export async function lookOnce({ serverUrl, databasePrefix = '', environment }: Audited): Promise<Finding[]> {
  const look = <T>(owner: string, work: (reader: Reader) => Promise<T>): Promise<T> =>
    inSnapshot({ serverUrl, name: `${databasePrefix}${owner}`, environment }, work)
  // A snapshot is taken by its first statement: each one's checks come before the next is opened.
  return look('booking', async (bookingBefore) => {
    const booking = await makeChecks(bookingBefore, bookingChecks)
    return look('pricing', async (pricing) => {
      const prices = await makeChecks(pricing, pricingChecks)
      const uses = await look('booking', (bookingAfter) => compareCouponUses({ bookingBefore, pricing, bookingAfter }))
      return [...booking, ...prices, uses]
    })
  })
}
