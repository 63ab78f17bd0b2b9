import { productNotFound } from '../product/index.ts'
import type { TourContext } from './context.ts'
import type { TourRow } from './tour.ts'

/** A tour by any text; what names nothing is TOUR_NOT_FOUND. */
export async function requireTour(id: string, { loaders }: Pick<TourContext, 'loaders'>): Promise<TourRow> {
  const tour = await loaders.tour.load(id)
  if (!tour) throw productNotFound('tour', id)
  return tour
}

/** A tour as it is after a change. */
export function changedTour(id: string, context: Pick<TourContext, 'loaders' | 'forgetReads'>): Promise<TourRow> {
  context.forgetReads()
  return requireTour(id, context)
}
