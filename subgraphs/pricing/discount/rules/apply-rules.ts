import { combineDiscounts, type Combined, type Discount } from './discount-combination.ts'
import { discountOf, isApplicable, type Circumstances, type DiscountRule } from './discount-rule.ts'

/** Why a coupon that could be used has no share in a price. */
export type CouponOmission = 'not_combinable' | 'better_without'

export interface AppliedDiscounts {
  readonly automatic: readonly { readonly rule: DiscountRule; readonly amountCents: number }[]
  /** The discount of the coupon; 0 when it has no share. */
  readonly couponCents: number
  /** Null when there is no coupon, or when it has its share. */
  readonly omittedCoupon: CouponOmission | null
}

/** The discounts of an item's rules, and of a coupon, on a purchase. A coupon never makes it more expensive. */
export function applyRules(
  rules: readonly DiscountRule[],
  purchase: Circumstances & { readonly transportCents: number },
  coupon: Discount | null = null,
): AppliedDiscounts {
  const applicable = new Map<string, DiscountRule>()
  const discounts: Discount[] = []
  for (const rule of rules) {
    if (!isApplicable(rule, purchase)) continue
    applicable.set(rule.id, rule)
    discounts.push(discountOf(rule, purchase.toDisplay))
  }
  const combine = (some: readonly Discount[]): Combined[] =>
    combineDiscounts(some, purchase.subtotalCents, purchase.transportCents)
  const without = combine(discounts)
  const using = coupon ? combine([...discounts, coupon]) : without
  const couponCents = using.find(({ id }) => id === coupon?.id)?.amountCents ?? 0
  const isUsed = couponCents > 0 && totalOf(using) >= totalOf(without)
  return {
    automatic: (isUsed ? using : without).flatMap(({ id, amountCents }) => {
      const rule = applicable.get(id)
      return rule ? [{ rule, amountCents }] : []
    }),
    couponCents: isUsed ? couponCents : 0,
    omittedCoupon: !coupon || isUsed ? null : isExcluded() ? 'not_combinable' : 'better_without',
  }

  /** Whether the coupon would take something, had another discount not taken its place. */
  function isExcluded(): boolean {
    if (!coupon || couponCents > 0 || combine([coupon]).length === 0) return false
    return [...discounts, coupon].some(({ stackable }) => !stackable)
  }
}

const totalOf = (combined: readonly Combined[]): number =>
  combined.reduce((sum, { amountCents }) => sum + amountCents, 0)
