import type { Static } from 'typebox'
import type { CalculatedPriceFragment, PriceCalculationInput } from '../generated/operations.ts'
import { byCategory } from '../../schema/ages.ts'
import { lowerName, presentFields } from '../../schema/present-fields.ts'
import { notAppliedRepresentation } from '../../schema/reservation-representation.ts'
import type { Calculation, CalculationBody, CurrencySymbol } from './schema.ts'

type Body = Static<typeof CalculationBody>

/** Languages of the message of a calculation. */
export type MessageLanguage = NonNullable<Body['language']>

const sentences: Record<MessageLanguage, (total: string) => string> = {
  en: (total) => `Price calculated successfully: ${total} in total.`,
  es: (total) => `Precio calculado correctamente: ${total} en total.`,
  fr: (total) => `Prix calculé avec succès : ${total} au total.`,
}

/** The `message` of a calculation: a sentence instead of a message key. */
export function calculationMessage(language: MessageLanguage, totalCents: number, currency: string): string {
  return sentences[language](`${(totalCents / 100).toFixed(2)} ${currency}`)
}

/** The calculation's input from the body. */
export function calculationInput(body: Body): PriceCalculationInput {
  const { transportationType, currency, language, pickupCoordinates, residency } = body
  return presentFields({
    // All categories are sent: a compiled subgraph does not fill in the defaults of an input's own fields.
    ageBreakdown: byCategory((category) => body.ageBreakdown[category] ?? 0),
    selectedServices: (body.selectedServices ?? []).map((service) =>
      typeof service === 'string' ? { id: service, quantity: 1 } : { id: service.id, quantity: service.quantity ?? 1 },
    ),
    visitDate: body.visitDate,
    residency: residency && (residency.toUpperCase() as Uppercase<typeof residency>),
    transportationType:
      transportationType && (transportationType.toUpperCase() as Uppercase<typeof transportationType>),
    meetingPointId: body.meetingPointId,
    pickupLocation: body.pickupLocation,
    pickupLatitude: body.pickupLatitude ?? pickupCoordinates?.latitude,
    pickupLongitude: body.pickupLongitude ?? pickupCoordinates?.longitude,
    couponCode: body.couponCode,
    currency: currency ?? ('MXN' as const),
    language: language && (language.toUpperCase() as Uppercase<MessageLanguage>),
    skipTransportValidation: body.skipTransportValidation ?? false,
  })
}

const anonymous = { quantity: 0, multiplier: 0, subtotal: 0 }

/** The REST representation of a calculation; every amount in cents. Without transport its cost is 0. */
export function calculationRepresentation(price: CalculatedPriceFragment): Static<typeof Calculation> {
  const { transportation } = price
  const lines = new Map(
    price.ageAdjustments.map(({ category, quantity, multiplier, subtotalCents }) => [
      lowerName(category),
      { quantity, multiplier, subtotal: subtotalCents },
    ]),
  )
  return {
    basePrice: price.basePriceCents,
    ageAdjustments: {
      ...byCategory((category) => lines.get(category) ?? anonymous),
      total: price.ageAdjustmentsTotalCents,
    },
    transportationCost: transportation
      ? {
          type: lowerName(transportation.type),
          strategy: lowerName(transportation.strategy),
          baseCost: transportation.baseCostCents,
          groupDiscount: transportation.groupDiscountCents,
          total: transportation.totalCents,
          pickupLocation: transportation.pickupLocation,
          meetingPointId: transportation.meetingPointId,
          minutesBefore: transportation.minutesBefore,
        }
      : { type: null, strategy: 'none', baseCost: 0, groupDiscount: 0, total: 0, pickupLocation: null },
    services: {
      included: price.includedServices.map(({ costCents, reason, quantity: _one, ...service }) => ({
        ...service,
        category: lowerName(service.category),
        cost: costCents,
        reason,
      })),
      selected: price.selectedServices.map(({ costCents, ...service }) => ({
        ...service,
        category: lowerName(service.category),
        cost: costCents,
      })),
      totalServicesCost: price.totalServicesCents,
    },
    discounts: {
      automatic: price.automaticDiscounts.map(({ id, name, type, amountCents }) => ({
        id,
        name,
        type: lowerName(type),
        amount: amountCents,
      })),
      ...(price.couponDiscount
        ? {
            coupon: {
              code: price.couponDiscount.code,
              type: lowerName(price.couponDiscount.type),
              amount: price.couponDiscount.amountCents,
            },
          }
        : {}),
      ...notAppliedRepresentation(price),
    },
    summary: {
      subtotal: price.subtotalCents,
      discounts: price.discountsCents,
      taxes: price.taxesCents,
      total: price.totalCents,
      ...(price.feesCents > 0 ? { fees: price.feesCents } : {}),
      currency: price.currency,
    },
    isActive: price.isActive,
    // Present only when they were selected.
    ...(price.quoteToken === undefined
      ? {}
      : { quoteToken: price.quoteToken, quoteExpiresAt: price.quoteExpiresAt ?? null }),
  }
}

const symbols: Readonly<Record<string, string>> = { MXN: '$', USD: 'US$' }

/** The symbol of a currency in pricing responses. */
export const currencySymbol = (code: string): Static<typeof CurrencySymbol> => ({
  code,
  symbol:
    symbols[code] ??
    new Intl.NumberFormat('en', { style: 'currency', currency: code })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ??
    code,
})
