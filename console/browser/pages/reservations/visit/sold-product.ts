import { useQuery, type QueryState } from '../../../api/use-query.ts'
import type { Product } from '../../../choices/products.ts'
import { SoldProductDocument, type SoldProductQuery } from '../../../generated/operations.ts'

type SoldCenote = NonNullable<SoldProductQuery['cenote']>
type SoldTour = NonNullable<SoldProductQuery['tour']>

/** The facts of a product that its sale depends on. */
export interface SoldProduct {
  readonly timeZone: string
  readonly minParty: number
  readonly stops: SoldTour['stops']
  readonly services: SoldCenote['services']
  readonly meetingPoints: SoldTour['meetingPoints']
}

/** The facts of the chosen product; null while they are not read, or those of another one. */
export function useSoldProduct(product: Product): {
  readonly query: QueryState<SoldProductQuery>
  readonly sold: SoldProduct | null
} {
  const { productId: id, productType } = product
  const query = useQuery(SoldProductDocument, { id, isTour: productType === 'tour' }, { pause: id === '' })
  return { query, sold: soldProductOf(query.data, id) }
}

function soldProductOf(data: SoldProductQuery | null, id: string): SoldProduct | null {
  if (data?.cenote?.id === id)
    return { ...data.cenote, timeZone: data.cenote.schedule.timezone, minParty: 1, stops: [] }
  if (data?.tour?.id === id) return { ...data.tour, timeZone: data.tour.timezone, services: [] }
  return null
}
