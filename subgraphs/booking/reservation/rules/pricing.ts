import { randomUUID } from 'node:crypto'
import type { PricedCenote } from '../../upstream/index.ts'
import { lowerName } from '../../../../schema/present-fields.ts'
import { priceLines } from './price-lines.ts'
import { minorNames, transportName } from './wording.ts'
import type { Pricing, ReservedService } from '../reservation.ts'

/** The visitor types of a reservation, in the order of the REST API; other minors, of a quote, are children too. */
const visitorTypes = { ADULT: 'adult', CHILD: 'child', TEEN: 'child', INFANT: 'child', SENIOR: 'senior' } as const

/** The agreed price of a reservation, from a price calculation. */
export function reservationPricing(
  { priceCalculation: price }: PricedCenote,
  agreed: Pick<Pricing, 'residency'>,
): Pricing {
  const visitors = Object.entries(visitorTypes).flatMap(([wanted, type]) =>
    price.ageAdjustments
      .filter(({ category, quantity }) => category === wanted && quantity > 0)
      .flatMap(({ quantity, subtotalCents }) =>
        priceLines({
          type,
          name: wanted === 'TEEN' ? minorNames.teen : wanted === 'INFANT' ? minorNames.infant : null,
          quantity,
          totalCents: subtotalCents,
        }),
      ),
  )
  const services = price.selectedServices.flatMap(({ names, quantity, costCents }) =>
    priceLines({ type: 'service', name: names, quantity, totalCents: costCents }),
  )
  const transport = transportOf(price).flatMap(({ name, quantity, priceCents }) =>
    priceLines({ type: 'service', name, quantity, totalCents: priceCents }),
  )
  const { couponDiscount: coupon } = price
  const discounts = [
    ...price.automaticDiscounts.map(({ type, names, value, amountCents }) => ({
      type: type.toLowerCase(),
      name: names,
      amountCents,
      percentage: type === 'FIXED' ? 0 : value / 100,
    })),
    ...(coupon
      ? [
          {
            type: 'coupon',
            name: coupon.code,
            amountCents: coupon.amountCents,
            percentage: coupon.type === 'percentage' ? coupon.value / 100 : 0,
          },
        ]
      : []),
  ]
  const notApplied = price.notAppliedDiscounts.map(({ code, reason }) => ({
    code,
    reason: reason.toLowerCase() as Lowercase<typeof reason>,
  }))
  const { subtotalCents, discountsCents, taxesCents, feesCents, totalCents, currency } = price
  return {
    subtotalCents,
    discountsCents,
    taxesCents,
    feesCents,
    totalCents: totalCents + feesCents,
    currency,
    breakdown: [...visitors, ...services, ...transport],
    discounts,
    ...(notApplied.length > 0 ? { notApplied } : {}),
    ...(agreed.residency ? { residency: agreed.residency } : {}),
    ...(isBeyondReservations(price) ? { isQuotedOnly: true } : {}),
  }
}

/** Transport of a quote, as the service that it is to the guest. */
const transportOf = ({ transportation }: PricedCenote['priceCalculation']): ReservedService[] =>
  transportation
    ? [
        {
          id: randomUUID(),
          name: transportName(lowerName(transportation.type), transportation.pickupLocation),
          type: 'transport',
          quantity: 1,
          priceCents: transportation.totalCents,
          durationMinutes: null,
          pickup: null,
          included: false,
        },
      ]
    : []

/** Whether a price includes what a reservation cannot request, but a quote can. */
const isBeyondReservations = ({
  transportation,
  ageAdjustments,
  currency,
}: PricedCenote['priceCalculation']): boolean =>
  transportation !== null ||
  currency !== 'MXN' ||
  ageAdjustments.some(({ category, quantity }) => (category === 'TEEN' || category === 'INFANT') && quantity > 0)

/** The services of a reservation: those included in the visit, then the selected ones. */
export function reservedServices(
  priced: PricedCenote,
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
    }: PricedCenote['priceCalculation']['selectedServices'][number]): ReservedService => ({
      id,
      name: names,
      type: category === 'transportation' ? 'transport' : category,
      quantity,
      priceCents: costCents,
      durationMinutes: durations.get(id) ?? null,
      pickup: pickups.get(id) ?? null,
      included,
    })
  const { includedServices, selectedServices } = priced.priceCalculation
  return [
    ...includedServices.map(toService(true)),
    ...selectedServices.map(toService(false)),
    ...transportOf(priced.priceCalculation),
  ]
}
