import { amenityList } from './amenity/index.ts'
import { cenoteList } from './cenote/index.ts'
import type { ColumnsOf } from './product/index.ts'
import { tourList } from './tour/index.ts'

/** The columns of new rows that forms do not have. */
export interface CatalogColumns {
  readonly cenote?: ColumnsOf
  readonly tour?: ColumnsOf
}

/** The catalog's lists of an installation file, in the order in which they refer to one another. */
export const catalogLists = ({ cenote, tour }: CatalogColumns = {}) => [amenityList, cenoteList(cenote), tourList(tour)]
