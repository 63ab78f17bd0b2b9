import type { CatalogEventType } from '../../../../schema/event-types.ts'

/** An event to be published; it concerns every product when it names none. */
export interface ProductEvent {
  readonly type: CatalogEventType
  readonly productType: 'cenote' | 'tour' | null
  readonly productId: string | null
  /** The first and the last day whose availability may have changed; null for other types. */
  readonly dateFrom: string | null
  readonly dateTo: string | null
  /** The members that changed, any of them when empty; null for availability and prices. */
  readonly changed: readonly string[] | null
  /** When the first of the changes was made, in milliseconds since 1970. */
  readonly changedAt: number
}

/** Facts of the catalog about a product. */
export interface ProductFacts {
  readonly id: string
  readonly productType: 'cenote' | 'tour'
  readonly timezone: string
}

/** The facts of products, by their ids. */
export type FactsById = ReadonlyMap<string, ProductFacts>

/** The days that are on sale now, in a time zone. */
export type SaleDays = (timezone: string) => { readonly start: string; readonly end: string }
