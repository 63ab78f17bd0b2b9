import { agePrice, peopleIn, type AgeConfiguration, type Category, type Party } from '../../age-configuration/index.ts'
import type { Charges } from '../../charge/index.ts'
import { couponDiscount, type Coupon, type DroppedCoupon } from '../../coupon/index.ts'
import {
  applyRules,
  type AppliedDiscounts,
  type DiscountRule,
  type Eligibility,
  type CouponOmission,
} from '../../discount/index.ts'
import { convert, percentOf, proportionOf } from '../../money.ts'
import { isTransport, type Service } from '../../service/index.ts'
import {
  transportPrice,
  type TransportOffer,
  type TransportPrice,
  type TransportRequest,
} from '../../transport/index.ts'

/** Everything that a price depends on; amounts in cents of MXN. */
export interface PriceData extends Charges {
  readonly baseCents: number
  readonly party: Party
  readonly configurations: readonly AgeConfiguration[]
  readonly services: readonly { readonly service: Service; readonly quantity: number; readonly priceCents: number }[]
  /** How the party comes, and what is offered; null without transport. */
  readonly transport: {
    readonly request: Omit<TransportRequest, 'people'>
    readonly offer: Omit<TransportOffer, 'toDisplay'>
  } | null
  /** The automatic rules that can be for this cenote or tour. */
  readonly rules: readonly DiscountRule[]
  readonly at: Date
  readonly eligibilities: ReadonlySet<Eligibility>
  /** Called with the subtotal once it is known; throws when the coupon cannot be used and is not to be dropped. */
  readonly coupon: ((subtotalCents: number) => Coupon | DroppedCoupon) | null
  /** Millionths of the display currency that one MXN buys. */
  readonly rateMicros: number
}

/** Amounts in cents of the display currency. */
export interface Price {
  readonly baseCents: number
  readonly ages: readonly {
    readonly category: Category
    readonly quantity: number
    readonly multiplier: number
    readonly subtotalCents: number
  }[]
  readonly agesTotalCents: number
  readonly services: readonly { readonly service: Service; readonly quantity: number; readonly costCents: number }[]
  readonly servicesTotalCents: number
  readonly transport: TransportPrice | null
  readonly automatic: AppliedDiscounts['automatic']
  readonly coupon: { readonly coupon: Coupon; readonly amountCents: number } | null
  /** A coupon that has no share in this price, and why. */
  readonly notApplied: readonly { readonly code: string; readonly reason: CouponOmission | DroppedCoupon['reason'] }[]
  readonly subtotalCents: number
  readonly discountsCents: number
  readonly taxesCents: number
  readonly feesCents: number
  readonly totalCents: number
  /** The total without discounts. */
  readonly originalCents: number
  /** The taxes within both totals, by name. */
  readonly taxes: readonly {
    readonly name: string
    readonly originalCents: number
    readonly retailCents: number
  }[]
}

/**
 * The price of a visit or tour (docs/partner-api/pricing.md#order-of-a-calculation). Every input is converted to whole
 * cents of the display currency first, then computed, so that every identity of 2.9 holds exactly in every currency.
 * Errors: those of transport and of the coupon.
 */
export function calculatePrice(facts: PriceData): Price {
  const toDisplay = (cents: number): number => convert(cents, facts.rateMicros)
  const baseCents = toDisplay(facts.baseCents)
  const people = peopleIn(facts.party)
  const ages = facts.configurations.map(({ category, multiplier }) => {
    const quantity = facts.party[category]
    return {
      category,
      quantity,
      multiplier,
      subtotalCents: agePrice(baseCents, quantity, multiplier),
    }
  })
  const agesTotalCents = ages.reduce((sum, { subtotalCents }) => sum + subtotalCents, 0)
  const services = facts.services.map(({ service, quantity, priceCents }) => ({
    service,
    quantity,
    costCents: toDisplay(priceCents) * quantity,
  }))
  const servicesTotalCents = services.reduce((sum, { costCents }) => sum + costCents, 0)
  const transport =
    facts.transport && transportPrice({ ...facts.transport.request, people }, { ...facts.transport.offer, toDisplay })
  const subtotalCents = agesTotalCents + (transport?.totalCents ?? 0) + servicesTotalCents
  // Transport is the same whether it was requested as transport or as a service.
  const transportCents = services
    .filter(({ service }) => isTransport(service))
    .reduce((sum, { costCents }) => sum + costCents, transport?.totalCents ?? 0)

  const { at, eligibilities } = facts
  const given = facts.coupon?.(subtotalCents) ?? null
  const dropped = given && 'reason' in given ? given : null
  const coupon = given && !('reason' in given) ? given : null
  const { automatic, couponCents, omittedCoupon } = applyRules(
    facts.rules,
    { at, eligibilities, people, subtotalCents, transportCents, toDisplay },
    coupon && couponDiscount(coupon, freeServiceCents(coupon, services), toDisplay),
  )
  const discountsCents = automatic.reduce((sum, { amountCents }) => sum + amountCents, couponCents)
  const taxesCents = percentOf(subtotalCents - discountsCents, facts.taxPercent)
  return {
    baseCents,
    ages,
    agesTotalCents,
    services,
    servicesTotalCents,
    transport,
    automatic,
    coupon: coupon && couponCents > 0 ? { coupon, amountCents: couponCents } : null,
    notApplied: dropped ? [dropped] : coupon && omittedCoupon ? [{ code: coupon.code, reason: omittedCoupon }] : [],
    subtotalCents,
    discountsCents,
    taxesCents,
    feesCents: toDisplay(facts.feesCents),
    totalCents: subtotalCents - discountsCents + taxesCents,
    ...beforeDiscounts({ subtotalCents, taxesCents }, facts),
  }
}

/** The total of a price without its discounts, and each tax with and without them. */
export function beforeDiscounts(
  { subtotalCents, taxesCents }: Pick<Price, 'subtotalCents' | 'taxesCents'>,
  { taxPercent, taxes }: Pick<Charges, 'taxPercent' | 'taxes'>,
): Pick<Price, 'originalCents' | 'taxes'> {
  const originalTaxesCents = percentOf(subtotalCents, taxPercent)
  let percent = 0
  return {
    originalCents: subtotalCents + originalTaxesCents,
    taxes: taxes.map((tax) => {
      const percentBefore = percent
      percent += tax.percent
      // The difference of two rounded sums, so that all shares add up to the whole tax.
      const shareOf = (cents: number): number =>
        proportionOf(cents, percent, taxPercent || 1) - proportionOf(cents, percentBefore, taxPercent || 1)
      return { name: tax.name, originalCents: shareOf(originalTaxesCents), retailCents: shareOf(taxesCents) }
    }),
  }
}

/** One of the free service, when it was chosen. */
function freeServiceCents(coupon: Coupon, services: Price['services']): number {
  const free = services.find(({ service }) => service.serviceId === coupon.serviceId)
  return free ? Math.floor(free.costCents / Math.max(1, free.quantity)) : 0
}
