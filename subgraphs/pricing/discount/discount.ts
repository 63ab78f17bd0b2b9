import type { Discount } from './discount-combination.ts'
import type { DiscountRule } from './discount-rule.ts'

/** What a rule takes off, in the currency that `toDisplay` converts to. */
export function discountOf(rule: DiscountRule, toDisplay: (mxnCents: number) => number): Discount {
  // Rules by quantity take percentage points too; what makes them so is the number of people.
  const byPercent = rule.discountType !== 'fixed'
  return {
    id: rule.id,
    origin: 'automatic',
    percent: byPercent ? rule.value : null,
    amountCents: byPercent ? null : toDisplay(rule.value),
    maxCents: toDisplay(rule.maxDiscountCents),
    priority: rule.priority,
    stackable: rule.stackable,
    excludeTransport: rule.excludeTransport && rule.discountType === 'percentage',
  }
}
