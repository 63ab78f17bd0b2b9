import type { DiscountRule, Eligibility } from './discount-rule.ts'

/** What is bought, by whom and when. */
export interface Circumstances {
  readonly at: Date
  readonly eligibilities: ReadonlySet<Eligibility>
  readonly people: number
  /** In the currency of the purchase, as `toDisplay` converts to. */
  readonly subtotalCents: number
  readonly toDisplay: (mxnCents: number) => number
}

/** Whether a rule's promotion runs at an instant; a rule without one always does. */
export const isRunning = ({ promotion }: Pick<DiscountRule, 'promotion'>, at: Date): boolean =>
  promotion === null || (promotion.status === 'active' && promotion.startsAt <= at && at < promotion.endsAt)

/** Whether a rule that is for this cenote or tour applies to a purchase (docs/partner-api/pricing.md#discounts). */
export const isApplicable = (rule: DiscountRule, purchase: Circumstances): boolean =>
  (rule.minPeople === null || purchase.people >= rule.minPeople) &&
  purchase.eligibilities.has(rule.userEligibility) &&
  (rule.minAmountCents === null || purchase.subtotalCents >= purchase.toDisplay(rule.minAmountCents)) &&
  isRunning(rule, purchase.at)
