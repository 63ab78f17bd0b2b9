import { isApplicable, type Circumstances } from './applicability.ts'
import { combineDiscounts, type Discount } from './discount-combination.ts'
import { discountOf } from './discount.ts'
import type { DiscountRule } from './discount-rule.ts'

export interface AppliedDiscounts {
  readonly automatic: readonly { readonly rule: DiscountRule; readonly amountCents: number }[]
  /** What the coupon takes off; 0 when it has no share. */
  readonly couponCents: number
}

/** What the rules for an item, and a coupon, take off a purchase. */
export function applyRules(
  rules: readonly DiscountRule[],
  purchase: Circumstances & { readonly transportCents: number },
  coupon: Discount | null = null,
): AppliedDiscounts {
  const applicable = new Map<string, DiscountRule>()
  const discounts: Discount[] = coupon ? [coupon] : []
  for (const rule of rules) {
    if (!isApplicable(rule, purchase)) continue
    applicable.set(rule.id, rule)
    discounts.push(discountOf(rule, purchase.toDisplay))
  }
  const combined = combineDiscounts(discounts, purchase.subtotalCents, purchase.transportCents)
  return {
    automatic: combined.flatMap(({ id, amountCents }) => {
      const rule = applicable.get(id)
      return rule ? [{ rule, amountCents }] : []
    }),
    couponCents: combined.find(({ id }) => id === coupon?.id)?.amountCents ?? 0,
  }
}
