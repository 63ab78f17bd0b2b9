import { useQuery } from '../api/use-query.ts'
import { ProductTimeZoneDocument } from '../generated/operations.ts'
import type { Product } from './products.ts'

/** The time zone of a product; null until it is read, and without a product. */
export function useProductZone({ productType, productId: id }: Product) {
  const query = useQuery(ProductTimeZoneDocument, { id, isTour: productType === 'tour' }, { pause: id === '' })
  const { cenote, tour } = query.data ?? {}
  const timeZone = cenote?.id === id ? cenote.schedule.timezone : tour?.id === id ? tour.timezone : null
  return { query, timeZone }
}
