import { requireValid } from '../../../schema/errors.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import type { Language } from '../../../platform/values/i18n.ts'
import type { Environment } from '../../../platform/trust/identity.ts'
import type { CenoteFilter, CenoteSort, CenoteSortField, SortDirection } from '../generated/resolvers.ts'
import { settledText } from '../text.ts'

/** Which cenotes a list holds and in which order, with every default settled. Null means no condition. */
export interface CenoteListing {
  readonly language: Language
  readonly filter: ListingFilter
  readonly sort: ListingSort
}

export interface ListingFilter {
  readonly isActive: boolean
  readonly search: string | null
  readonly state: string | null
  readonly municipality: string | null
  readonly hasAmenity: string | null
  readonly minAdultCents: number | null
  readonly maxAdultCents: number | null
  readonly minRating: number | null
  readonly createdAfter: Date | null
  readonly createdBefore: Date | null
  readonly updatedAfter: Date | null
}

export interface ListingSort {
  readonly field: CenoteSortField
  readonly direction: SortDirection
  /** Only with DISTANCE. */
  readonly near: { readonly latitude: number; readonly longitude: number } | null
}

/** Where an item stands: the value it is sorted by, and its id among equals. */
export type ListingPosition = readonly [sortValue: string | number, id: string]

/**
 * Resolves filter and sort (docs/partner-api/cenotes.md#the-cenote-list): active ones and newest first by default.
 * ERROR_VALIDACION for DISTANCE without `near` and a rating outside 1 to 5. Any text is a valid search.
 */
export function cenoteListing(
  language: Language,
  filter: CenoteFilter | null | undefined,
  sort: CenoteSort | null | undefined,
): CenoteListing {
  const fields: FieldErrors = {}
  const text = (name: 'search' | 'state' | 'municipality' | 'hasAmenity'): string | null => {
    const given = filter?.[name]
    const value = typeof given === 'string' ? settledText(given) : null
    // An empty search matches everything; an empty state matches no state.
    return value === '' && name === 'search' ? null : value
  }
  const minRating = filter?.minRating ?? null
  if (minRating !== null && !(minRating >= 1 && minRating <= 5))
    fields.minRating = [{ code: 'OUT_OF_RANGE', min: 1, max: 5 }]
  const field = sort?.field ?? 'CREATED_AT'
  const near = field === 'DISTANCE' ? (sort?.near ?? null) : null
  if (field === 'DISTANCE' && !near) fields.near = [{ code: 'REQUIRED_TO_SORT_BY_DISTANCE' }]
  const listing: CenoteListing = {
    language,
    filter: {
      isActive: filter?.isActive ?? true,
      search: text('search'),
      state: text('state'),
      municipality: text('municipality'),
      hasAmenity: text('hasAmenity'),
      minAdultCents: wholeCents(filter?.minAdultCents, Math.ceil),
      maxAdultCents: wholeCents(filter?.maxAdultCents, Math.floor),
      minRating,
      createdAfter: filter?.createdAfter ?? null,
      createdBefore: filter?.createdBefore ?? null,
      updatedAfter: filter?.updatedAfter ?? null,
    },
    sort: {
      field,
      direction: sort?.direction ?? 'DESC',
      near: near && { latitude: near.latitude, longitude: near.longitude },
    },
  }
  requireValid(fields)
  return listing
}

/** Prices are whole cents, so a bound between two cents means the one inside. */
function wholeCents(cents: number | null | undefined, round: (value: number) => number): number | null {
  return typeof cents === 'number' ? Math.min(round(cents), Number.MAX_SAFE_INTEGER) : null
}

/**
 * The scope of a cursor: the list it belongs to. The language is included only where it changes the content or order of
 * the list, so that clients can page on in another language otherwise.
 */
export function listingScope(environment: Environment, { language, filter, sort }: CenoteListing): unknown {
  const spoken = filter.search !== null || sort.field === 'NAME'
  return ['cenotes', environment, spoken ? language : null, filter, sort]
}
