import type { Page } from '../../../../platform/graphql/connection.ts'
import type { LocalizedText } from '../../../../platform/values/i18n.ts'
import type { Promotion } from '../../promotion/index.ts'
import type { TranslatedText } from '../../text.ts'
import type { Discount } from './discount-combination.ts'

export const eligibilities = [
  'all',
  'authenticated',
  'vip',
  'first_purchase',
  'local_resident',
  'mexican_national',
] as const
/** Who a rule is for. */
export type Eligibility = (typeof eligibilities)[number]

/** A discount rule as stored; amounts in cents of MXN. */
export interface DiscountRule {
  readonly id: string
  readonly version: number
  readonly slug: string
  readonly name: TranslatedText
  readonly description: LocalizedText
  readonly discountType: 'percentage' | 'fixed' | 'quantity_based'
  readonly appliesTo: 'all' | 'cenote' | 'tour' | 'specific'
  /** The only cenote or tour of a specific rule. */
  readonly productId: string | null
  /** Percentage points, cents for a fixed one. */
  readonly value: number
  readonly minAmountCents: number | null
  readonly maxDiscountCents: number
  readonly minPeople: number | null
  readonly priority: number
  readonly stackable: boolean
  readonly autoApply: boolean
  readonly isActive: boolean
  /** Meaningful for percentages only. */
  readonly excludeTransport: boolean
  readonly userEligibility: Eligibility
  readonly promotionId: string | null
  readonly promotion: Promotion | null
}

/** A rule without its promotion, as operators change it. */
export type StoredRule = Omit<DiscountRule, 'promotion'>
export type StoredRulePage = Page<StoredRule>

/** A rule that is read with its promotion, or without. */
export type ListedRule = DiscountRule | StoredRule

/** The facts of a purchase that rules depend on. */
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

/** The discount of a rule, in the currency that `toDisplay` converts to. */
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
