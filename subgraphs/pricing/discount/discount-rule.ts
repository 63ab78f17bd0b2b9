import type { Page } from '../../../platform/graphql/connection.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { Promotion } from '../promotion/index.ts'
import type { TranslatedText } from '../text.ts'

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
  readonly itemId: string | null
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
