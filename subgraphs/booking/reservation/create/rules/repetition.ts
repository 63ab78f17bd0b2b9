import { isSameParty } from '../../../../../schema/ages.ts'
import type { RequestedVisit } from '../../reservation.ts'

/**
 * Whether a creation with an external id repeats an earlier one: the same product, visit and party. A time is the same
 * when it was requested then, or given then.
 */
export function isRepetition(
  { productId, visitDate, time, visitors }: Omit<RequestedVisit, 'visitTime'>,
  earlier: RequestedVisit,
): boolean {
  return (
    productId.toLowerCase() === earlier.productId &&
    visitDate === earlier.visitDate &&
    (time === earlier.time || time === earlier.visitTime) &&
    isSameParty(visitors, earlier.visitors)
  )
}
