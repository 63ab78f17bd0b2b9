import { requireValid } from '../../../schema/errors.ts'
import { uuidErrors } from '../../../platform/values/uuid.ts'
import type { Language } from '../../../platform/values/i18n.ts'
import type { Environment } from '../../../platform/trust/identity.ts'
import type { SortDirection, TourFilter, TourSort, TourSortField } from '../generated/resolvers.ts'
import { settledText } from '../text.ts'

/** Which tours a list holds and in which order, with every default settled. Null means no condition. */
export interface TourListing {
  readonly language: Language
  readonly filter: {
    readonly isActive: boolean
    readonly search: string | null
    readonly cenoteId: string | null
    readonly createdAfter: Date | null
    readonly createdBefore: Date | null
    readonly updatedAfter: Date | null
  }
  readonly sort: { readonly field: TourSortField; readonly direction: SortDirection }
}

/** The position of a tour in the list: the value it is sorted by, and its id among equals. */
export type TourPosition = readonly [sortValue: string | number, id: string]

/** Settles filter and sort: active ones by name by default. */
export function tourListing(
  language: Language,
  filter: TourFilter | null | undefined,
  sort: TourSort | null | undefined,
): TourListing {
  requireValid(uuidErrors({ cenoteId: filter?.cenoteId }))
  // An empty search matches everything.
  const search = settledText(filter?.search ?? '') || null
  return {
    language,
    filter: {
      isActive: filter?.isActive ?? true,
      search,
      cenoteId: filter?.cenoteId ?? null,
      createdAfter: filter?.createdAfter ?? null,
      createdBefore: filter?.createdBefore ?? null,
      updatedAfter: filter?.updatedAfter ?? null,
    },
    sort: { field: sort?.field ?? 'NAME', direction: sort?.direction ?? 'ASC' },
  }
}

/** The scope of a cursor; the language only where it changes the content or order of the list. */
export function tourListingScope(environment: Environment, { language, filter, sort }: TourListing): unknown {
  const spoken = filter.search !== null || sort.field === 'NAME'
  return ['tours', environment, spoken ? language : null, filter, sort]
}
