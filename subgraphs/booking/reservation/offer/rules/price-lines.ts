import type { Pricing } from '../../reservation.ts'

type PriceLine = Pricing['breakdown'][number]

/**
 * An amount as lines of a price in each of which quantity times unit price is the total. An amount that does not divide
 * evenly, as a share of a price may not, takes two lines whose unit prices are one cent apart.
 */
export function priceLines({ quantity, totalCents, ...line }: Omit<PriceLine, 'unitPriceCents'>): PriceLine[] {
  const lowerUnit = Math.floor(totalCents / Math.max(1, quantity))
  const atHigherUnit = totalCents - lowerUnit * quantity
  return [
    { units: atHigherUnit, unitPriceCents: lowerUnit + 1 },
    { units: quantity - atHigherUnit, unitPriceCents: lowerUnit },
  ]
    .filter(({ units }) => units > 0)
    .map(({ units, unitPriceCents }) => ({
      ...line,
      quantity: units,
      unitPriceCents,
      totalCents: units * unitPriceCents,
    }))
}
