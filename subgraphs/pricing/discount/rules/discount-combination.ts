import { percentOf } from '../../money.ts'

/** A discount that applies to a purchase. Amounts in cents of the purchase's currency. */
export interface Discount {
  readonly id: string
  readonly origin: 'automatic' | 'coupon'
  /** Percentage points of the amount left, or a fixed amount. */
  readonly percent: number | null
  readonly amountCents: number | null
  readonly maxCents: number | null
  readonly priority: number
  readonly stackable: boolean
  /** Percentages only: every amount for transport is left out of what it is taken of. */
  readonly excludeTransport: boolean
}

export interface Combined {
  readonly id: string
  readonly amountCents: number
}

/**
 * Combines the discounts that apply to a purchase (docs/partner-api/pricing.md#how-discounts-combine). One that is not
 * stackable among those that apply leaves only the first; ties of priority and origin go to the larger amount, then the
 * smaller id. Combined ones apply in that order, each on the amount left, never below 0. A discount that would take
 * nothing does not apply, so it excludes no other.
 */
export function combineDiscounts(
  discounts: readonly Discount[],
  subtotalCents: number,
  transportCents: number,
): Combined[] {
  const ordered = discounts
    .map((discount) => ({ discount, alone: amountOf(discount, subtotalCents, transportCents, 0) }))
    .filter(({ alone }) => alone > 0)
    .sort(
      (a, b) =>
        b.discount.priority - a.discount.priority ||
        Number(a.discount.origin === 'coupon') - Number(b.discount.origin === 'coupon') ||
        b.alone - a.alone ||
        (a.discount.id < b.discount.id ? -1 : 1),
    )
  const [first] = ordered
  if (!first) return []
  if (ordered.some(({ discount }) => !discount.stackable)) return [{ id: first.discount.id, amountCents: first.alone }]
  let taken = 0
  return ordered
    .map(({ discount }) => {
      const amountCents = amountOf(discount, subtotalCents, transportCents, taken)
      taken += amountCents
      return { id: discount.id, amountCents }
    })
    .filter(({ amountCents }) => amountCents > 0)
}

function amountOf(
  { percent, amountCents, maxCents, excludeTransport }: Discount,
  subtotal: number,
  transport: number,
  taken: number,
): number {
  const left = subtotal - taken
  const base = percent !== null && excludeTransport ? Math.max(0, left - transport) : left
  const amount = percent === null ? (amountCents ?? 0) : percentOf(base, percent)
  return Math.max(0, Math.min(amount, maxCents ?? amount, left))
}
