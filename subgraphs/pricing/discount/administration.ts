import type { FieldErrors } from '../../../schema/field-errors.ts'
import { lowerName } from '../../../schema/present-fields.ts'
import type { PriceFact } from '../administration.ts'
import { formWith } from '../form-parts.ts'
import type { StoredRule } from './rules/discount-rule.ts'
import { discountRuleForm, discountRuleSchema, type DiscountRuleForm } from './form.ts'
import { discountRuleTable, isPromotion } from './repository.ts'

/** Every rule has a most that it takes off; this one is out of reach of a percentage. */
const unlimitedCents = 100_000_000

/** Discount rules as operators create and change them. */
export const discountRuleFact: PriceFact<StoredRule, DiscountRuleForm> = {
  type: 'discount_rule',
  table: discountRuleTable,
  schema: discountRuleSchema,
  form: discountRuleForm,
  uniqueField: 'slug',
  formOf: (rule) =>
    formWith(discountRuleSchema, {
      slug: rule.slug,
      name: rule.name,
      description: rule.description,
      discountType: rule.discountType,
      appliesTo: rule.appliesTo,
      itemId: rule.productId,
      value: rule.value,
      minAmountCents: rule.minAmountCents,
      maxDiscountCents: rule.maxDiscountCents,
      minPeople: rule.minPeople,
      priority: rule.priority,
      stackable: rule.stackable,
      autoApply: rule.autoApply,
      excludeTransportFromDiscount: rule.excludeTransport,
      userEligibility: rule.userEligibility,
      promotionId: rule.promotionId,
      isActive: rule.isActive,
    }),
  rowOf: (form) => ({
    slug: form.slug,
    name: form.name,
    description: form.description,
    discountType: lowerName(form.discountType),
    appliesTo: lowerName(form.appliesTo),
    productId: form.itemId ?? null,
    value: form.value,
    minAmountCents: form.minAmountCents ?? null,
    maxDiscountCents: form.maxDiscountCents ?? (form.discountType === 'FIXED' ? form.value : unlimitedCents),
    minPeople: form.minPeople ?? null,
    priority: form.priority ?? 0,
    stackable: form.stackable ?? true,
    autoApply: form.autoApply ?? true,
    excludeTransport: form.excludeTransportFromDiscount ?? false,
    userEligibility: lowerName(form.userEligibility ?? 'ALL'),
    promotionId: form.promotionId ?? null,
    isActive: form.isActive ?? true,
  }),
  async check(client, { promotionId }): Promise<FieldErrors> {
    if (promotionId === undefined || (await isPromotion(client, promotionId))) return {}
    return { promotionId: [{ code: 'UNKNOWN' }] }
  },
}
