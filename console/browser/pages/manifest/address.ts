import type { Product } from '../../choices/products.ts'

/** The departure or hour of a manifest; a part that is not chosen yet is empty. */
export interface Departure extends Product {
  readonly date: string
  readonly time: string
}

/** The address of a manifest in the console. */
export const manifestAddress = (departure: Partial<Departure>): string =>
  `/manifest?${new URLSearchParams(Object.entries(departure)).toString()}`

/** The address of a sale of it. */
export const saleAddress = (departure: Partial<Departure>): string =>
  `/reservations/new?${new URLSearchParams(Object.entries(departure)).toString()}`

export const departureIn = (query: URLSearchParams, today: string): Departure => ({
  productType: query.get('productType') === 'tour' ? 'tour' : 'cenote',
  productId: query.get('productId') ?? '',
  date: query.get('date') ?? today,
  time: query.get('time') ?? '',
})
