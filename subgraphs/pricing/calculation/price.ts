import type { AgeConfiguration, Category } from '../age-configuration/index.ts'
import { convert } from '../currency/index.ts'
import { combineDiscounts, percentOf, type Discount } from '../discount/index.ts'
import type { Coupon } from '../coupon/index.ts'
import type { Service } from '../service/index.ts'
import type { TransportPrice } from '../transport/index.ts'

/** Rules that may apply by themselves, as the calculation needs them; amounts in cents of MXN. */
export interface AutomaticRule {
  readonly id: string
  readonly discountType: 'percentage' | 'fixed' | 'quantity_based'
  readonly value: number
  readonly minAmountCents: number | null
  readonly maxDiscountCents: number | null
  readonly minPeople: number | null
  readonly priority: number
  readonly stackable: boolean
  readonly excludeTransport: boolean
}

/** Everything a price is made of, amounts in cents of MXN unless said otherwise. */
export interface PriceFacts {
  readonly baseCents: number
  readonly party: Readonly<Record<Category, number>>
  readonly configurations: readonly AgeConfiguration[]
  readonly services: readonly { readonly service: Service; readonly quantity: number; readonly priceCents: number }[]
  /** In cents of the display currency already. */
  readonly transport: TransportPrice | null
  readonly rules: readonly AutomaticRule[]
  /** Called with the subtotal once it is known; throws when the coupon cannot be used. */
  readonly coupon: ((subtotalCents: number) => Coupon) | null
  readonly taxPercent: number
  readonly feesCents: number
  /** Millionths of the display currency that one MXN buys. */
  readonly rateMicros: number
}

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
  readonly automatic: readonly { readonly id: string; readonly amountCents: number }[]
  readonly coupon: { readonly coupon: Coupon; readonly amountCents: number } | null
  readonly subtotalCents: number
  readonly discountsCents: number
  readonly taxesCents: number
  readonly feesCents: number
  readonly totalCents: number
}

const wholeMultiplier = 10_000

/**
 * The price of a visit or tour (specification 2.9). Every input is converted to whole cents of the display currency
 * first, then computed, so that every identity of 2.9 holds exactly in every currency. Percentages round half up a line.
 */
export function calculatePrice(facts: PriceFacts): Price {
  const toDisplay = (cents: number): number => convert(cents, facts.rateMicros)
  const toDisplayOrNull = (cents: number | null): number | null => (cents === null ? null : toDisplay(cents))
  const baseCents = toDisplay(facts.baseCents)
  const ages = facts.configurations.map(({ category, multiplier }) => {
    const quantity = facts.party[category]
    return {
      category,
      quantity,
      multiplier,
      subtotalCents: Math.floor((quantity * baseCents * multiplier + wholeMultiplier / 2) / wholeMultiplier),
    }
  })
  const agesTotalCents = ages.reduce((sum, { subtotalCents }) => sum + subtotalCents, 0)
  const services = facts.services.map(({ service, quantity, priceCents }) => ({
    service,
    quantity,
    costCents: toDisplay(priceCents) * quantity,
  }))
  const servicesTotalCents = services.reduce((sum, { costCents }) => sum + costCents, 0)
  const transportCents = facts.transport?.totalCents ?? 0
  const subtotalCents = agesTotalCents + transportCents + servicesTotalCents
  const people = Object.values(facts.party).reduce((sum, count) => sum + count, 0)

  const automatic = facts.rules
    .filter(
      ({ minAmountCents, minPeople }) =>
        (minAmountCents === null || subtotalCents >= toDisplay(minAmountCents)) &&
        (minPeople === null || people >= minPeople),
    )
    .map((rule): Discount => {
      // Rules by quantity take percentage points too; what makes them so is the number of people.
      const byPercent = rule.discountType !== 'fixed'
      return {
        id: rule.id,
        origin: 'automatic',
        percent: byPercent ? rule.value : null,
        amountCents: byPercent ? null : toDisplay(rule.value),
        maxCents: toDisplayOrNull(rule.maxDiscountCents),
        priority: rule.priority,
        stackable: rule.stackable,
        excludeTransport: rule.excludeTransport,
      }
    })
  const coupon = facts.coupon?.(subtotalCents) ?? null
  const couponDiscount: Discount | null = coupon && {
    id: coupon.id,
    origin: 'coupon',
    percent: coupon.discountType === 'percentage' ? coupon.value : null,
    amountCents:
      coupon.discountType === 'percentage'
        ? null
        : coupon.discountType === 'fixed_amount'
          ? toDisplay(coupon.value)
          : freeServiceCents(coupon, services),
    maxCents: toDisplayOrNull(coupon.maxDiscountCents),
    priority: coupon.priority,
    stackable: coupon.stackable,
    excludeTransport: false,
  }
  const combined = combineDiscounts(
    [...automatic, ...(couponDiscount ? [couponDiscount] : [])],
    subtotalCents,
    transportCents,
  )
  const couponPart = coupon && combined.find(({ id }) => id === coupon.id)
  const discountsCents = combined.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const taxesCents = percentOf(subtotalCents - discountsCents, facts.taxPercent)
  return {
    baseCents,
    ages,
    agesTotalCents,
    services,
    servicesTotalCents,
    transport: facts.transport,
    automatic: combined.filter(({ id }) => id !== coupon?.id),
    coupon: coupon && couponPart ? { coupon, amountCents: couponPart.amountCents } : null,
    subtotalCents,
    discountsCents,
    taxesCents,
    feesCents: toDisplay(facts.feesCents),
    totalCents: subtotalCents - discountsCents + taxesCents,
  }
}

/** One of the free service, when it was chosen. */
function freeServiceCents(coupon: Coupon, services: Price['services']): number {
  const free = services.find(({ service }) => service.serviceId === coupon.serviceId)
  return free ? Math.floor(free.costCents / Math.max(1, free.quantity)) : 0
}
