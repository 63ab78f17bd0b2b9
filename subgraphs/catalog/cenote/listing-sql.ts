import type { CenoteListing, ListingPosition, ListingSort } from './listing.ts'
import type { Language } from '../../../platform/values/i18n.ts'
import { canMatch, containing } from '../text.ts'

/** The parts of a SELECT over `cenote c` that a listing decides, and the values of its parameters. */
export interface ListingSql {
  /** Conditions of the filter, joined by AND. */
  readonly where: string
  readonly values: unknown[]
  /** Expression that items are ordered by. */
  readonly sortValue: string
  readonly sortType: string
  readonly direction: 'ASC' | 'DESC'
}

/** Translates a listing. Values from a caller are always parameters, never part of the text. */
export function listingSql({ language, filter, sort }: CenoteListing): ListingSql {
  const values: unknown[] = []
  const parameter = (value: unknown): string => `$${values.push(value)}`
  const conditions = [`c.is_active = ${parameter(filter.isActive)}`]
  const texts = [filter.search, filter.state, filter.municipality, filter.hasAmenity]
  if (!texts.every(canMatch)) return { where: 'false', values: [], ...order(language, sort, () => '0') }
  if (filter.search !== null) conditions.push(`c.search_${language} LIKE ${containing(parameter(filter.search))}`)
  if (filter.state !== null) conditions.push(`c.state_folded = fold(${parameter(filter.state)})`)
  if (filter.municipality !== null) conditions.push(`c.municipality_folded = fold(${parameter(filter.municipality)})`)
  if (filter.hasAmenity !== null) {
    conditions.push(
      `c.id IN (SELECT a.cenote_id FROM cenote_amenity a WHERE a.amenity_id = ${parameter(filter.hasAmenity)} AND a.available)`,
    )
  }
  if (filter.minAdultCents !== null) conditions.push(`c.adult_cents >= ${parameter(filter.minAdultCents)}::bigint`)
  if (filter.maxAdultCents !== null) conditions.push(`c.adult_cents <= ${parameter(filter.maxAdultCents)}::bigint`)
  if (filter.minRating !== null) conditions.push(`c.rating_average >= ${parameter(filter.minRating)}::float8`)
  if (filter.createdAfter) conditions.push(`c.created_at >= ${parameter(filter.createdAfter)}::timestamptz`)
  if (filter.createdBefore) conditions.push(`c.created_at <= ${parameter(filter.createdBefore)}::timestamptz`)
  if (filter.updatedAfter) conditions.push(`c.updated_at >= ${parameter(filter.updatedAfter)}::timestamptz`)
  return { where: conditions.join(' AND '), values, ...order(language, sort, parameter) }
}

/** Adds the keyset condition: only what comes after a position. Equal values follow by id, in the same direction. */
export function afterPosition(sql: ListingSql, position: ListingPosition | null): ListingSql {
  if (!position) return sql
  const values = [...sql.values, ...position]
  const [value, id] = [`$${values.length - 1}::${sql.sortType}`, `$${values.length}::uuid`]
  const condition = `(${sql.sortValue}, c.id) ${sql.direction === 'ASC' ? '>' : '<'} (${value}, ${id})`
  return { ...sql, where: `${sql.where} AND ${condition}`, values }
}

type Order = Pick<ListingSql, 'sortValue' | 'sortType' | 'direction'>

function order(
  language: Language,
  { field, direction, near }: ListingSort,
  parameter: (value: unknown) => string,
): Order {
  switch (field) {
    case 'NAME':
      return { sortValue: `c.name_${language} COLLATE "${language}-x-icu"`, sortType: 'text', direction }
    case 'RATING':
      return { sortValue: 'c.rating_average', sortType: 'float8', direction }
    case 'PRICE':
      return { sortValue: 'c.adult_cents', sortType: 'integer', direction }
    case 'CREATED_AT':
      return { sortValue: 'c.created_at', sortType: 'timestamptz', direction }
    case 'UPDATED_AT':
      return { sortValue: 'c.updated_at', sortType: 'timestamptz', direction }
    case 'POPULARITY':
      return { sortValue: 'c.popularity', sortType: 'float8', direction }
    case 'DISTANCE': {
      // The index walks only from near to far. The farthest from a point are the nearest to its antipode.
      const { latitude, longitude } = near ?? { latitude: 0, longitude: 0 }
      const from =
        direction === 'ASC' ? [latitude, longitude] : [-latitude, longitude > 0 ? longitude - 180 : longitude + 180]
      const point = `ll_to_earth(${parameter(from[0])}::float8, ${parameter(from[1])}::float8)`
      return { sortValue: `c.position <-> ${point}`, sortType: 'float8', direction: 'ASC' }
    }
  }
}
