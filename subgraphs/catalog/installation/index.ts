import { amenityList } from '../amenity/index.ts'
import { cenoteList } from '../cenote/index.ts'
import type { ColumnsOf } from '../item-store.ts'
import { tourList } from '../tour/index.ts'

/** What columns new rows have that forms do not. */
export interface CatalogColumns {
  readonly cenote?: ColumnsOf
  readonly tour?: ColumnsOf
}

/** The catalog's lists of an installation file, in the order in which they refer to one another. */
export const catalogLists = ({ cenote, tour }: CatalogColumns = {}) => [amenityList, cenoteList(cenote), tourList(tour)]

export { readCenoteFacts, readTourNames, type CenoteFacts } from './repository.ts'
