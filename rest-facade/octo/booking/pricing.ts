import type { Static } from 'typebox'
import { lowerName } from '../../../schema/present-fields.ts'
import { pricingOf, type Price, type Pricing } from '../pricing.ts'

/** The price of a reservation, in cents. */
export interface ReservationPrice {
  readonly subtotalCents: number
  readonly discountsCents: number
  readonly taxesCents: number
  readonly feesCents: number
  readonly totalCents: number
  /** Without discounts. The contract allows null here and for `taxes`; no reservation has it. */
  readonly originalCents: number | null
  readonly taxes: Price['taxes'] | null
  readonly currency: string
  readonly breakdown: readonly {
    readonly type: string
    readonly quantity: number
    readonly unitPriceCents: number
  }[]
}

/** The amounts of a reservation. */
function amountsOf({ totalCents, originalCents, taxes }: ReservationPrice): Price {
  if (originalCents === null || taxes === null) throw new Error('The price of a reservation lacks its original amount')
  return { originalCents, retailCents: totalCents, taxes }
}

/** The price of a booking. */
export const bookingPricing = (price: ReservationPrice): Static<typeof Pricing> =>
  pricingOf(amountsOf(price), price.currency)

/**
 * The prices of the people of a party, by their categories, each with its share of discounts, taxes and fees. Together
 * with the services, which have their share, too, they make the price of the booking to the cent.
 */
export function unitPricings(price: ReservationPrice, categories: readonly string[]): Static<typeof Pricing>[] {
  const unitPrices = new Map<string, number[]>()
  for (const { type, quantity, unitPriceCents } of price.breakdown) {
    const category = lowerName(type)
    const known = unitPrices.get(category) ?? []
    unitPrices.set(category, [...known, ...Array<number>(quantity).fill(unitPriceCents)])
  }
  const { taxes, ...whole } = amountsOf(price)
  const isFree = price.subtotalCents === 0
  // Where no one pays for the visit, all have the same share of the fees.
  const weightOf = (category: string): number => (isFree ? 1 : (unitPrices.get(lowerName(category))?.shift() ?? 0))
  const weights = isFree ? categories.length : price.subtotalCents
  let upTo = 0
  return categories.map((category) => {
    const from = upTo
    upTo += weightOf(category)
    const share = (amount: number): number => portion(amount, upTo, weights) - portion(amount, from, weights)
    const shareOf = ({ originalCents, retailCents }: Omit<Price, 'taxes'>): Omit<Price, 'taxes'> => {
      const retailShare = share(retailCents)
      // By the difference, so that no one pays more than the price before discounts.
      return { retailCents: retailShare, originalCents: retailShare + share(originalCents - retailCents) }
    }
    const shares = { ...shareOf(whole), taxes: taxes.map((tax) => ({ name: tax.name, ...shareOf(tax) })) }
    return pricingOf(shares, price.currency)
  })
}

/** The part of an amount that falls on the first `upTo` of a number of weights. */
const portion = (amount: number, upTo: number, weights: number): number => Math.round((amount * upTo) / weights)
