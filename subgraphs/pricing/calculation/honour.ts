import { ageCategories } from '../../../schema/ages.ts'
import { apiError } from '../../../schema/errors.ts'
import { normalCode } from '../coupon/index.ts'
import type { PriceCalculationInput } from '../generated/resolvers.ts'
import type { PricedItem } from '../item.ts'
import type { ProductType } from '../transport/index.ts'
import type { CalculationContext } from './context.ts'
import { calculate, type Calculated, type ItemPrice } from './calculate.ts'
import { quoteMilliseconds, quoteOf, tokenOf, type Quote } from './quote.ts'

/** Price of a visit or tour: as it was promised when the input has a quote, calculated otherwise. */
export const priceOf = async (
  productType: ProductType,
  item: PricedItem,
  input: PriceCalculationInput,
  context: CalculationContext,
): Promise<ItemPrice> => ({
  ...(input.quoteToken == null
    ? await calculate(productType, item, input, context)
    : honourQuote(productType, item.id, input.quoteToken, input, context)),
  item,
})

/** Until when a calculation's price can be promised; null when it cannot be. Error: AUTHENTICATION_REQUIRED. */
export function quoteExpiry({ quotable, calculatedAt }: Calculated, { identity }: CalculationContext): Date | null {
  if (!quotable) return null
  // A quote is for the partner that requested it, which also makes the reservation.
  if (identity.partnerId === null) throw apiError('AUTHENTICATION_REQUIRED')
  return new Date(calculatedAt.getTime() + quoteMilliseconds)
}

/** A calculation as a token that promises its price; null when it cannot be. Error: AUTHENTICATION_REQUIRED. */
export function quoteToken({ item: _item, ...calculated }: ItemPrice, context: CalculationContext): string | null {
  const expiresAt = quoteExpiry(calculated, context)
  const { quotable, ...price } = calculated
  const { partnerId, environment } = context.identity
  if (!expiresAt || !quotable || partnerId === null) return null
  return tokenOf({ ...quotable, partnerId, environment, price, expiresAt }, context.quotes)
}

type QuotedPrice = Omit<Calculated, 'quotable'>

/**
 * The price that a quote guaranteed, even if the rules have changed. Errors: QUOTE_INVALID, QUOTE_EXPIRED, and
 * QUOTE_MISMATCH when the input differs from what was quoted.
 */
function honourQuote(
  productType: ProductType,
  productId: string,
  token: string,
  input: PriceCalculationInput,
  { identity, clock, quotes }: CalculationContext,
): Calculated {
  const quote = quoteOf<QuotedPrice>(token, quotes)
  if (!quote) throw apiError('QUOTE_INVALID')
  const now = clock.now()
  if (quote.expiresAt <= now)
    throw apiError('QUOTE_EXPIRED', { expiredAt: quote.expiresAt.toISOString(), currentTime: now.toISOString() })
  const same: Readonly<Record<string, boolean>> = {
    [`${productType}Id`]: quote.productId === productId,
    visitors: ageCategories.every((age) => quote.party[age] === input.ageBreakdown[age]),
    services: areSameServices(quote, input.selectedServices ?? []),
    promoCode: quote.couponCode === (input.couponCode == null ? null : normalCode(input.couponCode)),
    visitDate: quote.visitDate === input.visitDate,
    residency: quote.residency === (input.residency ?? null),
    transport: isSameTransport(quote.price, input),
    // Operators sell for every partner at the price that they were shown.
    partner: quote.partnerId === identity.partnerId || identity.scopes.includes('platform:manage'),
    environment: quote.environment === identity.environment,
  }
  const fields = Object.keys(same).filter((field) => !same[field])
  if (fields.length > 0) throw apiError('QUOTE_MISMATCH', { fields })
  return { ...quote.price, quotable: null }
}

function areSameServices(
  { services }: Pick<Quote<unknown>, 'services'>,
  requested: readonly { readonly id: string; readonly quantity: number }[],
): boolean {
  if (services.length !== requested.length) return false
  return services.every(({ id, serviceId, quantity }) =>
    requested.some((one) => (one.id === id || one.id === serviceId) && one.quantity === quantity),
  )
}

/** Transport that the input does not name is the quote's; a meeting point that it does not name is, too. */
function isSameTransport(
  { transportation: quoted }: Pick<QuotedPrice, 'transportation'>,
  { transportationType, meetingPointId, pickupLatitude, pickupLongitude }: PriceCalculationInput,
): boolean {
  if (transportationType == null) return meetingPointId == null
  if (quoted?.type !== transportationType) return false
  if (transportationType === 'meeting_point')
    return meetingPointId == null || quoted.meetingPointId === meetingPointId.toLowerCase()
  return (
    meetingPointId == null && quoted.pickupLatitude === pickupLatitude && quoted.pickupLongitude === pickupLongitude
  )
}
