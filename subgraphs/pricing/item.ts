import type { Point } from './transport/index.ts'

/** A cenote or tour as the gateway passes it, with the fields that `@requires` names. */
export interface PricedItem {
  readonly id: string
  readonly isActive?: boolean
  readonly pricing?: { readonly adultCents: number }
  /** Cenotes only; needed when transport is requested. */
  readonly position?: Point
}

/**
 * The adult price, which the catalog stores and pricing receives (docs/decisions/0201-ownership-of-availability-and-prices.md).
 */
export function adultCents({ pricing }: PricedItem): number {
  if (!pricing) throw new Error('The adult price of an item was not handed over')
  return pricing.adultCents
}

/** Whether a cenote or tour is active, which the catalog stores and pricing receives. */
export function isActiveItem({ isActive }: { readonly isActive?: boolean }): boolean {
  if (isActive === undefined) throw new Error('Whether an item is active was not handed over')
  return isActive
}
