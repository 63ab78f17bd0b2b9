import { columnValues, formExpression } from '../../../../platform/postgres/columns.ts'
import type { Statements } from '../../../../platform/postgres/database.ts'
import type { ItemKeys } from '../../../../platform/values/item-keys.ts'
import { withoutNulls } from '../../../shared/form.ts'
import { namedBy, type ProductTables, type ProductValues } from '../../product/index.ts'
import { tourColumns } from '../columns.ts'
import type { SettledTourForm } from '../form.ts'

/** How tours are stored: the cenotes that they visit are rows of their own. */
export const tourTables: ProductTables<SettledTourForm> = {
  type: 'tour',
  formExpression: formExpression<SettledTourForm>(tourColumns, {
    cenoteIds: `(SELECT coalesce(jsonb_agg(cenote_id ORDER BY visit_order), '[]') FROM tour_cenote WHERE tour_id = product.id)`,
  }),
  rowOf: columnValues<SettledTourForm>(tourColumns),
  replaceParts: replaceVisits,
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

async function replaceVisits(client: Statements, tours: readonly ProductValues<SettledTourForm>[]): Promise<void> {
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
}
