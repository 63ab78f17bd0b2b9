import type { Static } from 'typebox'
import { lowerName } from '../../../schema/present-fields.ts'
import { pricingOf, type Pricing } from '../pricing.ts'

/** The price of a reservation, in cents. */
export interface ReservationPrice {
  readonly subtotalCents: number
  readonly discountsCents: number
  readonly taxesCents: number
  readonly feesCents: number
  readonly totalCents: number
  readonly currency: string
  readonly breakdown: readonly {
    readonly type: string
    readonly quantity: number
    readonly unitPriceCents: number
  }[]
}

interface Amounts {
  readonly retail: number
  readonly original: number
  readonly taxRetail: number
  readonly taxOriginal: number
}

const bodyOf = (
  { retail, original, taxRetail, taxOriginal }: Amounts,
  { currency }: ReservationPrice,
): Static<typeof Pricing> =>
  pricingOf(
    {
      originalCents: original,
      retailCents: retail,
      taxes: [{ name: 'Taxes', originalCents: taxOriginal, retailCents: taxRetail }],
    },
    currency,
  )

/** The amounts of a reservation. Without its discounts it would be taxed at the same rate. */
function amountsOf({ subtotalCents, discountsCents, taxesCents, feesCents, totalCents }: ReservationPrice): Amounts {
  const taxedCents = subtotalCents - discountsCents
  const taxOriginal = taxedCents > 0 ? Math.round((taxesCents * subtotalCents) / taxedCents) : taxesCents
  return {
    retail: totalCents,
    original: subtotalCents + taxOriginal + feesCents,
    taxRetail: taxesCents,
    taxOriginal,
  }
}

/** The price of a booking. */
export const bookingPricing = (price: ReservationPrice): Static<typeof Pricing> => bodyOf(amountsOf(price), price)

/**
 * The prices of the people of a party, by their categories, each with its share of discounts, taxes and fees. Together
 * with the services, which have their share, too, they make the price of the booking to the cent.
 */
export function unitPricings(price: ReservationPrice, categories: readonly string[]): Static<typeof Pricing>[] {
  const unitPrices = new Map<string, number[]>()
  for (const { type, quantity, unitPriceCents } of price.breakdown) {
    const known = unitPrices.get(type) ?? []
    unitPrices.set(type, [...known, ...Array<number>(quantity).fill(unitPriceCents)])
  }
  const booking = amountsOf(price)
  let upTo = 0
  return categories.map((category) => {
    const from = upTo
    upTo += unitPrices.get(lowerName(category))?.shift() ?? 0
    const share = (amount: number): number => portion(amount, upTo, price) - portion(amount, from, price)
    const [retail, taxRetail] = [share(booking.retail), share(booking.taxRetail)]
    return bodyOf(
      {
        retail,
        taxRetail,
        // By the difference, so that no one pays more than the price before discounts.
        original: retail + share(booking.original - booking.retail),
        taxOriginal: taxRetail + share(booking.taxOriginal - booking.taxRetail),
      },
      price,
    )
  })
}

/** The part of an amount that falls on the first `upTo` cents of the subtotal. */
const portion = (amount: number, upTo: number, { subtotalCents }: ReservationPrice): number =>
  subtotalCents === 0 ? 0 : Math.round((amount * upTo) / subtotalCents)
