import type { FieldErrors } from '../../../schema/field-errors.ts'
import type { PriceFact } from '../administration.ts'
import { lower, present, upper } from '../form-parts.ts'
import type { StoredRule } from './discount-rule.ts'
import { discountRuleForm, type DiscountRuleForm } from './form.ts'
import { discountRuleTable, isPromotion } from './repository.ts'

/** Every rule has a most that it takes off; this one is out of reach of a percentage. */
const unlimitedCents = 100_000_000

/** Discount rules as operators create and change them. */
export const discountRuleFact: PriceFact<StoredRule, DiscountRuleForm> = {
  type: 'discount_rule',
  table: discountRuleTable,
  form: discountRuleForm,
  uniqueField: 'slug',
  formOf: (rule) =>
    present({
      slug: rule.slug,
      name: rule.name,
      description: rule.description,
      discountType: upper(rule.discountType),
      appliesTo: upper(rule.appliesTo),
      itemId: rule.productId,
      value: rule.value,
      minAmountCents: rule.minAmountCents,
      maxDiscountCents: rule.maxDiscountCents,
      minPeople: rule.minPeople,
      priority: rule.priority,
      stackable: rule.stackable,
      autoApply: rule.autoApply,
      excludeTransportFromDiscount: rule.excludeTransport,
      userEligibility: upper(rule.userEligibility),
      promotionId: rule.promotionId,
      isActive: rule.isActive,
    }) as DiscountRuleForm,
  rowOf: (form) => ({
    slug: form.slug,
    name: form.name,
    description: form.description,
    discountType: lower(form.discountType),
    appliesTo: lower(form.appliesTo),
    productId: form.itemId ?? null,
    value: form.value,
    minAmountCents: form.minAmountCents ?? null,
    maxDiscountCents: form.maxDiscountCents ?? (form.discountType === 'FIXED' ? form.value : unlimitedCents),
    minPeople: form.minPeople ?? null,
    priority: form.priority ?? 0,
    stackable: form.stackable ?? true,
    autoApply: form.autoApply ?? true,
    excludeTransport: form.excludeTransportFromDiscount ?? false,
    userEligibility: lower(form.userEligibility ?? 'ALL'),
    promotionId: form.promotionId ?? null,
    isActive: form.isActive ?? true,
  }),
  async check(client, { promotionId }): Promise<FieldErrors> {
    if (promotionId === undefined || (await isPromotion(client, promotionId))) return {}
    return { promotionId: [{ code: 'UNKNOWN' }] }
  },
}
