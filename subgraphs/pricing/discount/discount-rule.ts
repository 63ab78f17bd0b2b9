import type { LocalizedText } from '../../../platform/i18n.ts'

/** An automatic discount rule as stored (specification 2.10); amounts in cents of MXN. */
export interface DiscountRule {
  readonly id: string
  readonly name: LocalizedText
  readonly discountType: 'percentage' | 'fixed' | 'quantity_based'
  readonly appliesTo: 'all' | 'cenote' | 'tour' | 'specific'
  readonly itemId: string | null
  readonly value: number
  readonly minAmountCents: number | null
  readonly maxDiscountCents: number | null
  readonly minPeople: number | null
  readonly priority: number
  readonly stackable: boolean
  readonly excludeTransport: boolean
  readonly userEligibility: string
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}
