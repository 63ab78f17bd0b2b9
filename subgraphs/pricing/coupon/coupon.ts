import { apiError } from '../../../schema/errors.ts'
import type { LocalizedText } from '../../../platform/i18n.ts'

/** A coupon as stored; amounts in cents of MXN. */
export interface Coupon {
  readonly id: string
  readonly code: string
  readonly name: LocalizedText
  readonly discountType: 'percentage' | 'fixed_amount' | 'free_service'
  /** Percentage points, or cents. */
  readonly value: number
  /** The global service that is free; free_service only. */
  readonly serviceId: string | null
  /** The only cenote or tour it is for; null for all. */
  readonly itemId: string | null
  readonly minPurchaseCents: number | null
  readonly maxDiscountCents: number | null
  readonly usageLimit: number | null
  readonly usageCount: number
  readonly validFrom: Date | null
  readonly validUntil: Date | null
  readonly stackable: boolean
  readonly priority: number
  readonly isActive: boolean
}

/** Throws the first reason why a coupon cannot be used for a purchase (specification 7, decisions 7). */
export function requireUsable(
  coupon: Coupon | null,
  code: string,
  purchase: { itemId: string; serviceIds: readonly string[]; subtotalCents: number; minPurchaseCents: number | null },
  now: Date,
): Coupon {
  if (!coupon) throw apiError('COUPON_NOT_FOUND', { code: code.slice(0, 100) })
  if (!coupon.isActive) throw apiError('COUPON_INACTIVE', { code: coupon.code })
  if (coupon.validUntil && coupon.validUntil <= now)
    throw apiError('COUPON_EXPIRED', { code: coupon.code, expiresAt: coupon.validUntil.toISOString() })
  if (coupon.validFrom && coupon.validFrom > now)
    throw apiError('COUPON_NOT_YET_VALID', { code: coupon.code, validFrom: coupon.validFrom.toISOString() })
  if (coupon.usageLimit !== null && coupon.usageCount >= coupon.usageLimit)
    throw apiError('COUPON_usage_LIMIT_REACHED', { code: coupon.code, usageLimit: coupon.usageLimit })
  if (coupon.itemId !== null && coupon.itemId !== purchase.itemId)
    throw apiError('COUPON_NOT_APPLICABLE', { code: coupon.code, itemId: purchase.itemId })
  // A free service that was not chosen leaves nothing to take off.
  if (
    coupon.discountType === 'free_service' &&
    coupon.serviceId !== null &&
    !purchase.serviceIds.includes(coupon.serviceId)
  )
    throw apiError('COUPON_NOT_APPLICABLE', {
      code: coupon.code,
      itemId: purchase.itemId,
      reason: 'service_not_selected',
    })
  if (purchase.minPurchaseCents !== null && purchase.subtotalCents < purchase.minPurchaseCents)
    throw apiError('COUPON_MIN_SPEND_NOT_MET', {
      code: coupon.code,
      minPurchaseAmount: purchase.minPurchaseCents,
      subtotal: purchase.subtotalCents,
    })
  return coupon
}
