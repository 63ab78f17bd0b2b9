import type { Finding } from '../../platform/postgres/consistency-check.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { claimsAfter, claimsOf, type Claim } from '../../subgraphs/booking/audit/repository.ts'
import { countedAfter, usesOf, type Use } from '../../subgraphs/pricing/audit/repository.ts'

const batchSize = 10_000

/** Three reads in sequence: a claim is written before its use is counted, and released before the use is taken off. */
export interface Looks {
  readonly bookingBefore: Reader
  readonly pricing: Reader
  readonly bookingAfter: Reader
}

/**
 * Compares booking's coupon claims with pricing's counts. The two databases share no snapshot, so booking is read
 * before and after pricing: a claim that was the same both times was the same in between, and claims in transition are
 * left out.
 */
export async function compareCouponUses({ bookingBefore, pricing, bookingAfter }: Looks): Promise<Finding> {
  const discrepancies: string[] = []
  let examined = 0
  for await (const claims of batches((after) => claimsAfter(bookingBefore, after, batchSize))) {
    examined += claims.length
    const uses = byReservation(await usesOf(pricing, idsOf(claims)))
    const suspects = claims.filter((claim) => disagreement(claim, uses.get(claim.reservationId)) !== undefined)
    const still = byReservation(await claimsOf(bookingAfter, idsOf(suspects)))
    for (const claim of suspects) {
      const sentence = disagreement(claim, uses.get(claim.reservationId))
      if (sentence !== undefined && still.get(claim.reservationId)?.state === claim.state) discrepancies.push(sentence)
    }
  }
  for await (const uses of batches((after) => countedAfter(pricing, after, batchSize))) {
    const claims = byReservation(await claimsOf(bookingAfter, idsOf(uses)))
    for (const { reservationId, code } of uses)
      if (!claims.has(reservationId))
        discrepancies.push(`pricing counts a use of coupon ${code} for reservation ${reservationId}, which claims none`)
  }
  return { subject: 'coupon uses', examined, discrepancies }
}

/** The difference between a claim and its counted use; a claim in transition may be either. */
function disagreement({ reservationId, code, state }: Claim, use: Use | undefined): string | undefined {
  if (state === 'kept' && !(use?.counted && use.code === code))
    return `coupon ${code} is claimed for reservation ${reservationId}, pricing counts ${use?.counted ? use.code : 'no use'}`
  if (state === 'returned' && use?.counted !== false)
    return `coupon ${code} of reservation ${reservationId} was given back, pricing ${use ? 'still counts it' : 'knows nothing of it'}`
  return undefined
}

type OfReservation = Pick<Claim, 'reservationId'>

const idsOf = (rows: readonly OfReservation[]): string[] => rows.map(({ reservationId }) => reservationId)
const byReservation = <R extends OfReservation>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [row.reservationId, row]))

async function* batches<R extends OfReservation>(read: (after?: string) => Promise<R[]>): AsyncGenerator<R[]> {
  for (let rows = await read(); rows.length > 0; rows = await read(rows.at(-1)?.reservationId)) yield rows
}
