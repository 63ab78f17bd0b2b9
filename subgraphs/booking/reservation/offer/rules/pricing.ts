import type { PricedVisit } from '../../../upstream/index.ts'
import { lowerName } from '../../../../../schema/present-fields.ts'
import { minorNames, transportName } from '../../rules/wording.ts'
import { placeOf } from '../../rules/transport.ts'
import type { Pricing, ReservedService, Transport } from '../../reservation.ts'

/** The categories in the order of their lines. */
const categories = ['ADULT', 'CHILD', 'TEEN', 'INFANT', 'SENIOR'] as const

/** The agreed price of a reservation, from a price calculation. */
export function reservationPricing(
  { priceCalculation: price }: PricedVisit,
  transport: Transport | null,
  agreed: Pick<Pricing, 'residency'>,
): Pricing {
  const visitors = categories.flatMap((wanted) =>
    price.ageAdjustments
      .filter(({ category, quantity }) => category === wanted && quantity > 0)
      .flatMap(({ quantity, subtotalCents }) => {
        const name = wanted === 'TEEN' ? minorNames.teen : wanted === 'INFANT' ? minorNames.infant : null
        return priceLines({
          type: lowerName(wanted),
          name,
          quantity,
          totalCents: subtotalCents,
        })
      }),
  )
  const services = price.selectedServices.flatMap(({ names, quantity, costCents }) =>
    priceLines({ type: 'service', name: names, quantity, totalCents: costCents }),
  )
  const ride =
    transport && price.transportation
      ? priceLines({
          type: 'transport',
          name: transportName(transport.option, placeOf(transport)),
          quantity: 1,
          totalCents: price.transportation.totalCents,
        })
      : []
  const { couponDiscount: coupon } = price
  const discounts = [
    ...price.automaticDiscounts.map(({ type, names, value, amountCents }) => ({
      type: lowerName(type),
      name: names,
      amountCents,
      percentage: type === 'FIXED' ? 0 : value / 100,
    })),
    ...(coupon
      ? [
          {
            type: 'coupon' as const,
            name: coupon.code,
            amountCents: coupon.amountCents,
            percentage: coupon.type === 'PERCENTAGE' ? coupon.value / 100 : 0,
          },
        ]
      : []),
  ]
  const notApplied = price.notAppliedDiscounts.map(({ code, reason }) => ({
    code,
    reason: lowerName(reason),
  }))
  const { subtotalCents, discountsCents, taxesCents, feesCents, totalCents, originalCents, taxes, currency } = price
  return {
    subtotalCents,
    discountsCents,
    taxesCents,
    feesCents,
    totalCents: totalCents + feesCents,
    originalCents: originalCents + feesCents,
    taxes,
    currency,
    breakdown: [...visitors, ...services, ...ride],
    discounts,
    ...(notApplied.length > 0 ? { notApplied } : {}),
    ...(agreed.residency ? { residency: agreed.residency } : {}),
    // A reservation can be requested in MXN alone; a quote can have another currency.
    ...(currency !== 'MXN' ? { isQuotedOnly: true } : {}),
  }
}

/** The price, its line of transport with the name of this one: another hotel at the same place costs the same. */
export const withTransportNamed = (pricing: Pricing, transport: Transport | null): Pricing => ({
  ...pricing,
  breakdown: pricing.breakdown.map((line) =>
    line.type === 'transport' && transport
      ? { ...line, name: transportName(transport.option, placeOf(transport)) }
      : line,
  ),
})

/** The services of a reservation: those included in the visit, then the selected ones. */
export function reservedServices(
  priced: PricedVisit,
  pickups: ReadonlyMap<string, ReservedService['pickup']>,
): ReservedService[] {
  const durations = new Map(priced.services.map(({ id, durationMinutes }) => [id, durationMinutes]))
  const toService =
    (included: boolean) =>
    ({
      id,
      names,
      category,
      quantity,
      costCents,
    }: PricedVisit['priceCalculation']['selectedServices'][number]): ReservedService => ({
      id,
      name: names,
      type: category === 'TRANSPORTATION' ? 'transport' : lowerName(category),
      quantity,
      priceCents: costCents,
      durationMinutes: durations.get(id) ?? null,
      pickup: pickups.get(id) ?? null,
      included,
    })
  const { includedServices, selectedServices } = priced.priceCalculation
  return [...includedServices.map(toService(true)), ...selectedServices.map(toService(false))]
}

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
