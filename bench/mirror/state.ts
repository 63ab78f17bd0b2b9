import { isDeepStrictEqual } from 'node:util'
import type { ProductType } from './selections.ts'

export interface Product {
  readonly type: ProductType
  readonly id: string
}

/** A range of days, both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** A copy of a product, in the parts that events name. */
export interface ProductState {
  readonly type: ProductType
  /** By the names of members. */
  readonly members: Readonly<Record<string, unknown>>
  /** Availability by date. */
  readonly days: Readonly<Record<string, unknown>>
  readonly prices: unknown
}

/** Lists of prices, by the names of their fields. */
export type SharedPrices = Readonly<Record<string, unknown>>

/** A copy of all that is sold. */
export interface CatalogState {
  readonly products: ReadonlyMap<string, ProductState>
  readonly sharedPrices: SharedPrices
}

export const overlapOf = (one: Days, other: Days): Days | undefined => {
  const from = one.from > other.from ? one.from : other.from
  const to = one.to < other.to ? one.to : other.to
  return from <= to ? { from, to } : undefined
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 2_000 ? `${text.slice(0, 2_000)}...` : text
}

/** Where a copy differs from what it is a copy of. */
export function differencesBetween(copy: CatalogState, original: CatalogState): string[] {
  const found: string[] = []
  const compare = (place: string, copied: unknown, expected: unknown): void => {
    if (isDeepStrictEqual(copied, expected)) return
    const isComparable =
      (isObject(copied) && isObject(expected)) ||
      (Array.isArray(copied) && Array.isArray(expected) && copied.length === expected.length)
    if (isComparable && isRecord(copied) && isRecord(expected))
      for (const name of Object.keys({ ...copied, ...expected }))
        compare(`${place}.${name}`, copied[name], expected[name])
    else found.push(`${place}: ${shown(copied)}, not ${shown(expected)}`)
  }
  for (const [id, product] of original.products) {
    const copied = copy.products.get(id)
    if (!copied) found.push(`${product.type} ${id} is missing`)
    else compare(`${product.type} ${id}`, copied, product)
  }
  for (const [id, { type }] of copy.products)
    if (!original.products.has(id)) found.push(`${type} ${id} should not be there`)
  compare('prices', copy.sharedPrices, original.sharedPrices)
  return found
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isObject = (value: unknown): boolean => isRecord(value) && !Array.isArray(value)
