import { apiError } from '../../../schema/errors.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { lowerName } from '../../../schema/present-fields.ts'
import type { PriceFact } from '../administration.ts'
import { formWith, instantOf, textOf } from '../form-parts.ts'
import { knownServices } from '../service/index.ts'
import type { Coupon } from './rules/coupon.ts'
import { couponForm, couponSchema, type CouponForm } from './form.ts'
import { couponTable } from './repository.ts'

/** Coupons as operators create and change them. */
export const couponFact: PriceFact<Coupon, CouponForm> = {
  type: 'coupon',
  table: couponTable,
  schema: couponSchema,
  form: couponForm,
  uniqueField: 'code',
  formOf: (coupon) =>
    formWith(couponSchema, {
      code: coupon.code,
      name: coupon.name,
      description: coupon.description,
      discountType: coupon.discountType,
      discountValue: coupon.discountType === 'free_service' ? undefined : coupon.value,
      serviceId: coupon.serviceId,
      itemId: coupon.productId,
      minPurchaseCents: coupon.minPurchaseCents,
      maxDiscountCents: coupon.maxDiscountCents,
      usageLimit: coupon.usageLimit,
      validFrom: textOf(coupon.validFrom),
      validUntil: textOf(coupon.validUntil),
      stackable: coupon.stackable,
      priority: coupon.priority,
      isActive: coupon.isActive,
    }),
  rowOf: (form) => ({
    code: form.code,
    name: form.name,
    description: form.description ?? form.name,
    discountType: lowerName(form.discountType),
    value: form.discountValue ?? 0,
    serviceId: form.serviceId ?? null,
    productId: form.itemId ?? null,
    minPurchaseCents: form.minPurchaseCents ?? null,
    maxDiscountCents: form.maxDiscountCents ?? null,
    usageLimit: form.usageLimit ?? null,
    validFrom: instantOf(form.validFrom),
    validUntil: instantOf(form.validUntil),
    stackable: form.stackable ?? true,
    priority: form.priority ?? 1,
    isActive: form.isActive ?? true,
  }),
  async check(client, { usageLimit, serviceId }, changing): Promise<FieldErrors> {
    // The row is locked, so no use is counted meanwhile.
    if (changing && usageLimit !== undefined && usageLimit < changing.usageCount)
      throw apiError('COUPON_LIMIT_BELOW_USES', { usageLimit, usageCount: changing.usageCount })
    if (serviceId === undefined || (await knownServices(client, [serviceId])).has(serviceId)) return {}
    return { serviceId: [{ code: 'UNKNOWN' }] }
  },
}
