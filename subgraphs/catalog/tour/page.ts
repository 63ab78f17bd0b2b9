import type { Edge, Page } from '../paging.ts'
import type { TourRow } from './tour.ts'

export type TourPage = Page<TourRow>
export type TourRowEdge = Edge<TourRow>
