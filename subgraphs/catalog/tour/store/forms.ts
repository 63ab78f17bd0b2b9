import { columnValues, formExpression, insertRows, updateRows } from '../../../../platform/postgres/columns.ts'
import type { Pool, Statements } from '../../../../platform/postgres/database.ts'
import type { ItemKeys } from '../../../../platform/values/item-keys.ts'
import { withoutNulls } from '../../../../schema/form.ts'
import { namedBy } from '../../item-store.ts'
import { readMeetingPointForms, replaceMeetingPoints, type StoredPoint } from '../../meeting-point/index.ts'
import { tourColumns } from '../columns.ts'
import type { SettledTourForm } from '../form.ts'

/** A tour as an operator describes it, with what it is besides. */
export interface StoredTour {
  readonly id: string
  readonly version: number
  readonly isActive: boolean
  readonly form: SettledTourForm & { readonly meetingPoints: StoredPoint[] }
}

const formOfColumns = formExpression<SettledTourForm>(tourColumns, {
  cenoteIds: `(SELECT coalesce(jsonb_agg(cenote_id ORDER BY visit_order), '[]') FROM tour_cenote WHERE tour_id = t.id)`,
})
const rowOf = columnValues<SettledTourForm>(tourColumns)

/**
 * Tours as forms; those that do not exist are left out. With `lock` they stay as they are until the caller's transaction
 * ends.
 */
export async function readStoredTours(
  database: Pool | Statements,
  keys: ItemKeys,
  { lock = false } = {},
): Promise<StoredTour[]> {
  const { condition, names } = namedBy(keys)
  const { rows } = await database.query<StoredTour>(
    `SELECT id, version, is_active AS "isActive", ${formOfColumns} AS form FROM tour AS t
     WHERE ${condition} ${lock ? 'ORDER BY id FOR UPDATE' : ''}`,
    [names],
  )
  const points = await readMeetingPointForms(
    database,
    'tour_id',
    rows.map(({ id }) => id),
  )
  return rows.map(({ form, ...tour }) => ({
    ...tour,
    form: { ...(withoutNulls(form) as SettledTourForm), meetingPoints: points.get(tour.id) ?? [] },
  }))
}

/** Ids and slugs of tours, by either; those that do not exist are left out. */
export async function readTourNames(
  client: Statements,
  keys: ItemKeys,
): Promise<{ readonly id: string; readonly slug: string }[]> {
  const { condition, names } = namedBy(keys)
  const { rows } = await client.query<{ id: string; slug: string }>(`SELECT id, slug FROM tour WHERE ${condition}`, [
    names,
  ])
  return rows
}

/** When a tour departs, with what identifies it. */
export interface TourTimetable extends Pick<SettledTourForm, 'timezone' | 'departures'> {
  readonly id: string
  readonly slug: string
  readonly version: number
}

/** Timetables of tours, by slug or by id; those that do not exist are left out. */
export async function readTourTimetables(client: Statements, keys: ItemKeys): Promise<TourTimetable[]> {
  const { condition, names } = namedBy(keys)
  const { rows } = await client.query<TourTimetable>(
    `SELECT id, slug, version, timezone, departures FROM tour WHERE ${condition}`,
    [names],
  )
  return rows.map((tour) => ({ ...tour, departures: withoutNulls(tour.departures) as TourTimetable['departures'] }))
}

/** The ids of the tours that have slugs, by slug. */
export async function idsOfSlugs(client: Statements, slugs: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ slug: string; id: string }>('SELECT slug, id FROM tour WHERE slug = ANY($1)', [
    slugs,
  ])
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** A tour to be written. */
export interface TourValues {
  readonly id: string
  readonly form: SettledTourForm
  readonly isActive: boolean
  /** Columns that forms do not have, such as when it was added. */
  readonly columns?: object
}

/** Adds tours, all of them with the same `columns`. */
export async function insertTours(client: Statements, tours: readonly TourValues[]): Promise<void> {
  if (tours.length === 0) return
  const rows = tours.map(({ id, form, isActive, columns }) => ({ id, ...rowOf(form), isActive, ...columns }))
  await insertRows(client, 'tour', rows)
  await replaceParts(client, tours)
}

/** Replaces tours; a trigger makes each the next version. */
export async function replaceTours(client: Statements, tours: readonly TourValues[]): Promise<void> {
  if (tours.length === 0) return
  const rows = tours.map(({ id, form, isActive }) => ({ id, ...rowOf(form), isActive }))
  await updateRows(client, 'tour', rows)
  await replaceParts(client, tours)
}

/** Puts tours on sale or takes them off. */
export async function setActive(client: Statements, ids: readonly string[], isActive: boolean): Promise<void> {
  await client.query('UPDATE tour SET is_active = $2 WHERE id = ANY($1::uuid[])', [ids, isActive])
}

/** The slugs of all tours, in order; only of those that are on sale when that is asked. */
export async function tourSlugs(client: Statements, { onSale = false } = {}): Promise<string[]> {
  const { rows } = await client.query<{ slug: string }>(
    'SELECT slug FROM tour WHERE is_active OR NOT $1::boolean ORDER BY slug COLLATE "C"',
    [onSale],
  )
  return rows.map(({ slug }) => slug)
}

/** Those of some ids that tours have. */
export async function idsInUse(client: Statements, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM tour WHERE id = ANY($1::uuid[])', [ids])
  return new Set(rows.map(({ id }) => id))
}

async function replaceParts(client: Statements, tours: readonly TourValues[]): Promise<void> {
  const visits = tours.flatMap(({ id, form }) =>
    form.cenoteIds.map((cenoteId, index) => ({ tour_id: id, cenote_id: cenoteId, visit_order: index + 1 })),
  )
  // Only what differs is written: each row that is written is announced as a change.
  await client.query(
    `WITH visit AS (SELECT * FROM jsonb_populate_recordset(NULL::tour_cenote, $2)),
       removed AS (
         DELETE FROM tour_cenote AS stored WHERE tour_id = ANY($1::uuid[]) AND NOT EXISTS (
           SELECT 1 FROM visit WHERE (visit.tour_id, visit.cenote_id) = (stored.tour_id, stored.cenote_id)))
     INSERT INTO tour_cenote AS stored SELECT * FROM visit
     ON CONFLICT (tour_id, cenote_id) DO UPDATE SET visit_order = excluded.visit_order
       WHERE stored.visit_order <> excluded.visit_order`,
    [tours.map(({ id }) => id), JSON.stringify(visits)],
  )
  await replaceMeetingPoints(
    client,
    'tour_id',
    tours.map(({ id, form }) => ({ id, points: (form.meetingPoints ?? []) as StoredPoint[] })),
  )
}
