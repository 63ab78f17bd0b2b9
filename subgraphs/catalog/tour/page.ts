import type { Edge, Page } from '../../../platform/graphql/connection.ts'
import type { ListedTour } from './tour.ts'

export type TourPage = Page<ListedTour>
export type ListedTourEdge = Edge<ListedTour>
