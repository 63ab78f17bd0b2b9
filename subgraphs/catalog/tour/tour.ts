import type { Edge, Page } from '../../../platform/graphql/connection.ts'
import type { FormRow } from '../../../platform/postgres/columns.ts'
import type { tourColumns } from './columns.ts'
import type { SettledTourForm } from './form.ts'

/** A tour as stored. Money in cents. */
export interface TourRow extends FormRow<SettledTourForm, typeof tourColumns> {
  readonly id: string
  readonly version: number
  /** The different start times of its departures, in order, and the largest capacity. */
  readonly startTimes: string[]
  readonly capacity: number
  readonly isActive: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A tour in a list, with the value its place in the list comes from. */
export interface ListedTour extends TourRow {
  readonly sortValue: string | number | Date
}

export type TourPage = Page<ListedTour>
export type ListedTourEdge = Edge<ListedTour>
