import type { Page } from '../../../../platform/graphql/connection.ts'
import type { LocalizedText } from '../../../../platform/values/i18n.ts'
import type { ErrorCode } from '../../../../schema/error-catalog.ts'
import { apiError } from '../../../../schema/errors.ts'
import type { Discount } from '../../discount/index.ts'
import { cutText } from '../../../../platform/values/text.ts'

/** A coupon as stored; amounts in cents of MXN. */
export interface Coupon {
  readonly id: string
  readonly version: number
  readonly code: string
  readonly name: LocalizedText
  readonly description: LocalizedText
  readonly discountType: 'percentage' | 'fixed_amount' | 'free_service'
  /** Percentage points, or cents. */
  readonly value: number
  /** The global service that is free; free_service only. */
  readonly serviceId: string | null
  /** The only cenote or tour it is for; null for all. */
  readonly productId: string | null
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

export type CouponPage = Page<Coupon>

/** A code as it is stored, from how a guest wrote it. */
export const normalCode = (written: string): string => written.trim().toUpperCase()

/** The purchase that a coupon is used for; missing facts are not known yet and not checked. */
export interface Purchase {
  readonly productId?: string
  /** Global services chosen. */
  readonly serviceIds?: readonly string[]
  /** Subtotal and the coupon's minimum, in cents of the same currency. */
  readonly spend?: { readonly subtotalCents: number; readonly minPurchaseCents: number | null }
  /** It was found usable for this purchase before: its dates, state and count are no longer looked at. */
  readonly isCounted?: boolean
}

export interface CouponRefusal {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>
}

/** The first reason why a coupon cannot be used for a purchase; null when it can (docs/partner-api/coupons.md). */
export function refusalOf(coupon: Coupon | null, code: string, purchase: Purchase, now: Date): CouponRefusal | null {
  if (!coupon) return { code: 'COUPON_NOT_FOUND', details: { code: cutText(code, 100) } }
  const refuse = (reason: ErrorCode, details: object = {}): CouponRefusal => ({
    code: reason,
    details: { code: coupon.code, ...details },
  })
  if (!purchase.isCounted) {
    if (!coupon.isActive) return refuse('COUPON_INACTIVE')
    if (coupon.validUntil && coupon.validUntil <= now)
      return refuse('COUPON_EXPIRED', { expiresAt: coupon.validUntil.toISOString() })
    if (coupon.validFrom && coupon.validFrom > now)
      return refuse('COUPON_NOT_YET_VALID', { validFrom: coupon.validFrom.toISOString() })
    if (coupon.usageLimit !== null && coupon.usageCount >= coupon.usageLimit) return usedUp(coupon)
  }
  const { productId, serviceIds, spend } = purchase
  if (productId !== undefined && coupon.productId !== null && coupon.productId !== productId)
    return refuse('COUPON_NOT_APPLICABLE', { itemId: productId, reason: 'another_item' })
  // A free service that was not chosen leaves nothing to take off.
  if (serviceIds !== undefined && coupon.discountType === 'free_service' && coupon.serviceId !== null)
    if (!serviceIds.includes(coupon.serviceId))
      return refuse('COUPON_NOT_APPLICABLE', { serviceId: coupon.serviceId, reason: 'service_not_selected' })
  if (spend && spend.minPurchaseCents !== null && spend.subtotalCents < spend.minPurchaseCents)
    return refuse('COUPON_MIN_SPEND_NOT_MET', {
      minPurchaseAmount: spend.minPurchaseCents,
      subtotal: spend.subtotalCents,
    })
  return null
}

/** A coupon that a changed purchase no longer meets, and why. */
export interface DroppedCoupon {
  readonly code: string
  readonly reason: 'min_spend_not_met' | 'not_applicable'
}

/** The coupon when it can still be used for a changed purchase for which its use is counted, otherwise why not. */
export function stillUsable(
  coupon: Coupon | null,
  code: string,
  purchase: Purchase,
  now: Date,
): Coupon | DroppedCoupon {
  const refusal = refusalOf(coupon, code, { ...purchase, isCounted: true }, now)
  if (!refusal) return coupon as Coupon
  return { code, reason: refusal.code === 'COUPON_MIN_SPEND_NOT_MET' ? 'min_spend_not_met' : 'not_applicable' }
}

/** The coupon when it could be used for a purchase of another item now, to which its counted use goes; otherwise why not. */
export function usableElsewhere(
  coupon: Coupon | null,
  code: string,
  purchase: Purchase,
  now: Date,
): Coupon | DroppedCoupon {
  const withoutOwnUse = coupon && { ...coupon, usageCount: coupon.usageCount - 1 }
  return refusalOf(withoutOwnUse, code, purchase, now) ? { code, reason: 'not_applicable' } : (coupon as Coupon)
}

/** Why a coupon whose uses are all taken cannot be used. */
export const usedUp = ({ code, usageLimit }: Coupon): CouponRefusal => ({
  code: 'COUPON_usage_LIMIT_REACHED',
  details: { code, usageLimit },
})

export const refusalError = ({ code, details }: CouponRefusal): Error => apiError(code, details)

/** The coupon, when it can be used for a purchase; throws the reason when it cannot. */
export function requireUsable(coupon: Coupon | null, code: string, purchase: Purchase, now: Date): Coupon {
  const refusal = refusalOf(coupon, code, purchase, now)
  if (refusal) throw refusalError(refusal)
  return coupon as Coupon
}

/**
 * The discount of a coupon on a purchase, in the currency that `toDisplay` converts to. A free service is worth one of
 * what it costs in this purchase, nothing when it is not part of it.
 */
export function couponDiscount(
  { id, discountType, value, maxDiscountCents, priority, stackable }: Coupon,
  freeServiceCents: number,
  toDisplay: (mxnCents: number) => number,
): Discount {
  const amounts = { percentage: null, fixed_amount: toDisplay(value), free_service: freeServiceCents }
  return {
    id,
    origin: 'coupon',
    percent: discountType === 'percentage' ? value : null,
    amountCents: amounts[discountType],
    maxCents: maxDiscountCents === null ? null : toDisplay(maxDiscountCents),
    priority,
    stackable,
    excludeTransport: false,
  }
}
