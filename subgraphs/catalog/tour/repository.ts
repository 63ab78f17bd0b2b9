import type { Language } from '../../../platform/values/i18n.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import type { Database } from '../database.ts'
import type { PageRequest } from '../../../platform/graphql/connection.ts'
import { canMatch, containing } from '../text.ts'
import { tourSelectList } from './columns.ts'
import type { TourListing, TourPosition } from './listing.ts'
import type { ListedTour, TourRow } from './tour.ts'

/** Tours by id, active or not. */
export async function findTours({ prisma }: Database, ids: readonly string[]): Promise<TourRow[]> {
  return prisma.tour.findMany({ where: { id: { in: [...ids] } } })
}

/** The active tours that visit cenotes, by name, for several cenotes at once. */
export async function findToursOfCenotes(
  { pool }: Database,
  language: Language,
  cenoteIds: readonly string[],
): Promise<(TourRow & { cenoteId: string })[]> {
  const { rows } = await pool.query<TourRow & { cenoteId: string }>({
    name: `tours-of-cenotes-${language}`,
    text: `SELECT v.cenote_id AS "cenoteId", ${tourSelectList} FROM tour_cenote v JOIN tour t ON t.id = v.tour_id
      WHERE v.cenote_id = ANY($1::uuid[]) AND t.is_active ORDER BY t.name_${language} COLLATE "${language}-x-icu", t.id`,
    values: [cenoteIds],
  })
  return rows
}

/** The departures of a tour and its stops. */
export type TourStopsRow = Pick<TourRow, 'timezone' | 'departures' | 'stops'> & { readonly tourId: string }

/** The active tours that stop at cenotes. */
export async function findTourStops({ pool }: Database, cenoteIds: readonly string[]): Promise<TourStopsRow[]> {
  const { rows } = await pool.query<TourStopsRow>(
    `SELECT id AS "tourId", timezone, departures, stops FROM tour t
     WHERE is_active AND id IN (SELECT tour_id FROM tour_cenote WHERE cenote_id = ANY($1::uuid[])) ORDER BY id`,
    [cenoteIds.filter(isUuid)],
  )
  return rows
}

/** A part of a list, and one more row when the list continues. */
export async function listTours(
  { pool }: Database,
  listing: TourListing,
  { first, after, offset }: PageRequest<TourPosition>,
): Promise<ListedTour[]> {
  const { conditions, values } = conditionsOf(listing)
  const { field, direction } = listing.sort
  const [sortValue, type] = {
    NAME: [`t.name_${listing.language} COLLATE "${listing.language}-x-icu"`, 'text'],
    PRICE: ['t.adult_cents', 'integer'],
    DURATION: ['t.duration_minutes', 'integer'],
    CREATED_AT: ['t.created_at', 'timestamptz'],
    UPDATED_AT: ['t.updated_at', 'timestamptz'],
  }[field]
  if (after) {
    const [value, id] = [values.push(after[0]), values.push(after[1])]
    conditions.push(`(${sortValue}, t.id) ${direction === 'ASC' ? '>' : '<'} ($${value}::${type}, $${id}::uuid)`)
  }
  const { rows } = await pool.query<ListedTour>(
    `SELECT ${tourSelectList}, ${sortValue} AS "sortValue" FROM tour t WHERE ${conditions.join(' AND ')}
     ORDER BY ${sortValue} ${direction}, t.id ${direction}
     LIMIT $${values.push(first + 1)} OFFSET $${values.push(offset)}::bigint`,
    values,
  )
  return rows
}

/** How many tours a list holds in all. */
export async function countTours({ pool }: Database, listing: TourListing): Promise<number> {
  const { conditions, values } = conditionsOf(listing)
  const { rows } = await pool.query<{ total: number }>(
    `SELECT count(*) AS total FROM tour t WHERE ${conditions.join(' AND ')}`,
    values,
  )
  return rows[0]?.total ?? 0
}

function conditionsOf({ language, filter }: TourListing): { conditions: string[]; values: unknown[] } {
  const { isActive, search, cenoteId, createdAfter, createdBefore, updatedAfter } = filter
  const values: unknown[] = [isActive]
  const conditions = ['t.is_active = $1']
  if (!canMatch(search)) conditions.push('false')
  else if (search !== null)
    conditions.push(
      `fold(t.name_${language} || E'\\n' || (t.description->>'${language}')) LIKE ${containing(`$${values.push(search)}`)}`,
    )
  if (cenoteId !== null)
    conditions.push(`t.id IN (SELECT v.tour_id FROM tour_cenote v WHERE v.cenote_id = $${values.push(cenoteId)}::uuid)`)
  if (createdAfter) conditions.push(`t.created_at >= $${values.push(createdAfter)}`)
  if (createdBefore) conditions.push(`t.created_at <= $${values.push(createdBefore)}`)
  if (updatedAfter) conditions.push(`t.updated_at >= $${values.push(updatedAfter)}`)
  return { conditions, values }
}
