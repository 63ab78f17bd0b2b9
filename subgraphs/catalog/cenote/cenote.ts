import type { Edge, Page } from '../../../platform/graphql/connection.ts'
import type { CenoteFormRow } from './columns.ts'

/** A cenote as stored, without its particulars. Money in cents, coordinates in degrees. */
export interface CenoteRow extends Omit<CenoteFormRow, 'verifiedAt'> {
  readonly id: string
  readonly version: number
  readonly ratingsFive: number
  readonly ratingsFour: number
  readonly ratingsThree: number
  readonly ratingsTwo: number
  readonly ratingsOne: number
  readonly ratingAverage: number
  readonly verifiedAt: Date | null
  readonly isActive: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A cenote in a list, with the value its place in the list comes from. */
export interface ListedCenote extends CenoteRow {
  readonly sortValue: string | number | Date
}

export type CenotePage = Page<ListedCenote>
export type ListedCenoteEdge = Edge<ListedCenote>
