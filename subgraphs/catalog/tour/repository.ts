import type { Language } from '../../../platform/i18n.ts'
import type { CatalogDatabase } from '../database.ts'
import type { PageRequest } from '../paging.ts'
import type { TourRow } from './tour.ts'

/** Where a tour stands in the list: its name in the language, and its id among equals. */
export type TourPosition = readonly [name: string, id: string]

const tourColumns = `t.id, t.slug, t.name_en AS "nameEn", t.name_es AS "nameEs", t.description,
  t.duration_minutes AS "durationMinutes", t.adult_cents AS "adultCents", t.child_cents AS "childCents",
  t.senior_cents AS "seniorCents", t.currency, t.start_times AS "startTimes", t.capacity, t.includes, t.excludes, t.images,
  t.is_active AS "isActive"`

/** Tours by id, active or not. */
export async function findTours({ prisma }: CatalogDatabase, ids: readonly string[]): Promise<TourRow[]> {
  // Only our own migrations and seeds write the JSON columns, in the shapes of TourRow.
  return (await prisma.tour.findMany({ where: { id: { in: [...ids] } } })) as unknown as TourRow[]
}

/** The active tours that visit cenotes, by name, for several cenotes at once. */
export async function findToursOfCenotes(
  { pool }: CatalogDatabase,
  language: Language,
  cenoteIds: readonly string[],
): Promise<(TourRow & { cenoteId: string })[]> {
  const { rows } = await pool.query<TourRow & { cenoteId: string }>({
    name: `tours-of-cenotes-${language}`,
    text: `SELECT v.cenote_id AS "cenoteId", ${tourColumns} FROM tour_cenote v JOIN tour t ON t.id = v.tour_id
      WHERE v.cenote_id = ANY($1::uuid[]) AND t.is_active ORDER BY t.name_${language} COLLATE "${language}-x-icu", t.id`,
    values: [cenoteIds],
  })
  return rows
}

/** A part of the active tours by name, and one row more when the list goes on. */
export async function listTours(
  { pool }: CatalogDatabase,
  language: Language,
  { first, after, offset }: PageRequest<TourPosition>,
): Promise<TourRow[]> {
  const name = `t.name_${language} COLLATE "${language}-x-icu"`
  const { rows } = await pool.query<TourRow>(
    `SELECT ${tourColumns} FROM tour t WHERE t.is_active ${after ? `AND (${name}, t.id) > ($3, $4::uuid)` : ''}
     ORDER BY ${name}, t.id LIMIT $1 OFFSET $2::bigint`,
    [first + 1, offset, ...(after ?? [])],
  )
  return rows
}

/** How many tours are active. */
export async function countTours({ pool }: CatalogDatabase): Promise<number> {
  const { rows } = await pool.query<{ total: number }>('SELECT count(*) AS total FROM tour WHERE is_active')
  return rows[0]?.total ?? 0
}
