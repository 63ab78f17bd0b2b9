import { uuidErrors } from '../../../platform/values/uuid.ts'
import { languageOf, type Language } from '../../../platform/values/i18n.ts'
import type { ErrorCode } from '../../../schema/error-catalog.ts'
import { errorMessage, requireValid } from '../../../schema/errors.ts'
import type { BookContext } from '../context.ts'
import { combineDiscounts } from '../discount/index.ts'
import type { CouponDiscount, CouponValidation, QueryCouponValidationArgs } from '../generated/resolvers.ts'
import { isActiveItem } from '../item.ts'
import { isBookable, type ServiceReads } from '../service/index.ts'
import { couponDiscount, normalCode, refusalError, refusalOf, requireUsable, type Coupon } from './rules/coupon.ts'
import type { CouponLoaders } from './loaders.ts'

export type CouponContext = BookContext<ServiceReads> & { readonly loaders: CouponLoaders }

const mxn = (cents: number): number => cents

/** The discount of a coupon on an amount that has no other discount. */
const amountOf = (coupon: Coupon, subtotalCents: number, freeServiceCents: number): number =>
  combineDiscounts([couponDiscount(coupon, freeServiceCents, mxn)], subtotalCents, 0)[0]?.amountCents ?? 0

/**
 * The discount of a coupon on an amount at a cenote (docs/partner-api/coupons.md#validating). Errors: the COUPON_ codes.
 */
export async function quoteCoupon(
  cenote: { readonly id: string; readonly isActive?: boolean },
  { code: written, subtotalCents }: { code: string; subtotalCents: number },
  { loaders, book, clock, language }: CouponContext,
): Promise<CouponDiscount> {
  const code = normalCode(written)
  const found = await loaders.coupon.load(code)
  const minPurchaseCents = found?.minPurchaseCents ?? null
  const coupon = requireUsable(
    found,
    code,
    { productId: cenote.id, spend: { subtotalCents, minPurchaseCents } },
    clock.now(),
  )
  const free =
    coupon.discountType === 'free_service'
      ? (await book.services(cenote.id)).find(
          (service) => service.serviceId === coupon.serviceId && isBookable(service),
        )
      : undefined
  if (coupon.discountType === 'free_service' && !free)
    throw refusalError({
      code: 'COUPON_NOT_APPLICABLE',
      details: { code, serviceId: coupon.serviceId, reason: 'service_not_offered' },
    })
  const discountAmountCents = amountOf(coupon, subtotalCents, free?.priceCents ?? 0)
  return {
    isActive: isActiveItem(cenote),
    code: coupon.code,
    discountType: coupon.discountType,
    discountValue: coupon.value,
    discountAmountCents,
    finalPriceCents: subtotalCents - discountAmountCents,
    currency: 'MXN',
    description: coupon.description[language],
  }
}

/** Whether a coupon can be used (docs/partner-api/coupons.md#validating); the reason is returned, not thrown. */
export async function validateCoupon(
  { code: written, cenoteId, subtotalCents }: QueryCouponValidationArgs,
  { loaders, clock, identity }: CouponContext,
): Promise<Omit<CouponValidation, 'coupon'> & { coupon: Coupon | null }> {
  requireValid(uuidErrors({ cenoteId }))
  const code = normalCode(written)
  const coupon = await loaders.coupon.load(code)
  const minPurchaseCents = coupon?.minPurchaseCents ?? null
  const refusal = refusalOf(
    coupon,
    code,
    {
      ...(cenoteId == null ? {} : { productId: cenoteId }),
      ...(subtotalCents == null ? {} : { spend: { subtotalCents, minPurchaseCents } }),
    },
    clock.now(),
  )
  const language = languageOf(identity.locale)
  if (refusal)
    return {
      isValid: false,
      message: errorMessage(refusal.code, language, refusal.details),
      coupon: null,
      potentialDiscountCents: null,
      errors: [reasons[language][refusal.code] ?? errorMessage(refusal.code, language, refusal.details)],
    }
  return {
    isValid: true,
    message: valid[language],
    coupon,
    // The value of a free service depends on the cenote.
    potentialDiscountCents:
      subtotalCents == null || !coupon || coupon.discountType === 'free_service'
        ? null
        : amountOf(coupon, subtotalCents, 0),
    errors: [],
  }
}

const valid = { en: 'The coupon is valid.', es: 'El cupón es válido.' }

/** Reason texts of a coupon that cannot be used; the English ones are published. */
const reasons: Readonly<Record<Language, Partial<Record<ErrorCode, string>>>> = {
  en: {
    COUPON_NOT_FOUND: 'coupon not found',
    COUPON_EXPIRED: 'expired',
    COUPON_NOT_YET_VALID: 'not yet valid',
    COUPON_usage_LIMIT_REACHED: 'usage limit reached',
    COUPON_INACTIVE: 'inactive',
    COUPON_MIN_SPEND_NOT_MET: 'minimum purchase not met',
    COUPON_NOT_APPLICABLE: 'not applicable',
  },
  es: {
    COUPON_NOT_FOUND: 'cupón no encontrado',
    COUPON_EXPIRED: 'vencido',
    COUPON_NOT_YET_VALID: 'aún no válido',
    COUPON_usage_LIMIT_REACHED: 'límite de uso alcanzado',
    COUPON_INACTIVE: 'inactivo',
    COUPON_MIN_SPEND_NOT_MET: 'compra mínima no alcanzada',
    COUPON_NOT_APPLICABLE: 'no aplicable',
  },
}
