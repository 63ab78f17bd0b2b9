import type { Pool, PoolClient } from '../../../../platform/postgres/database.ts'
import { withoutNulls } from '../../../../schema/form.ts'
import { storedImages, storedPricing } from '../../form-parts.ts'
import { readMeetingPointForms, replaceMeetingPoints } from '../../meeting-point/index.ts'
import type { TourForm } from '../form.ts'

/** A tour as an operator describes it, with what it is besides. */
export interface StoredTour {
  readonly id: string
  readonly version: number
  readonly isActive: boolean
  readonly form: TourForm
}

const formOfColumns = `jsonb_build_object(
  'slug', slug,
  'name', jsonb_build_object('en', name_en, 'es', name_es),
  'description', description,
  'durationMinutes', duration_minutes,
  'cenoteIds', (SELECT coalesce(jsonb_agg(cenote_id ORDER BY visit_order), '[]') FROM tour_cenote WHERE tour_id = t.id),
  'pricing', jsonb_build_object('adultCents', adult_cents, 'currency', currency, 'includes', includes, 'excludes', excludes),
  'startTimes', to_jsonb(start_times),
  'capacity', capacity,
  'images', (SELECT coalesce(jsonb_agg(image - 'type' - 'order' ORDER BY (image->>'order')::integer), '[]') FROM jsonb_array_elements(images) AS image))`

/** Tours as forms, by id; those that do not exist are left out. With `lock` until the caller's transaction ends. */
export async function readStoredTours(
  database: Pool | PoolClient,
  ids: readonly string[],
  { lock = false } = {},
): Promise<StoredTour[]> {
  const { rows } = await database.query<StoredTour>(
    `SELECT id, version, is_active AS "isActive", ${formOfColumns} AS form FROM tour AS t WHERE id = ANY($1::uuid[])
     ${lock ? 'ORDER BY id FOR UPDATE' : ''}`,
    [ids],
  )
  const points = await readMeetingPointForms(database, 'tour_id', ids)
  return rows.map(({ form, ...tour }) => ({
    ...tour,
    form: { ...(withoutNulls(form) as TourForm), meetingPoints: points.get(tour.id) ?? [] },
  }))
}

/** Ids of those cenotes that exist. */
export async function knownCenotes(client: PoolClient, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM cenote WHERE id = ANY($1::uuid[])', [ids])
  return new Set(rows.map(({ id }) => id))
}

/** Whether another tour has a slug. */
export async function isSlugTaken(client: PoolClient, slug: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT 1 FROM tour WHERE slug = $1 AND id <> $2', [slug, id])
  return rowCount !== 0
}

/** Adds a tour that is not on sale. */
export async function insertTour(client: PoolClient, id: string, form: TourForm): Promise<void> {
  const row = { id, ...columnsOf(form), is_active: false }
  const columns = Object.keys(row).join(', ')
  await client.query(`INSERT INTO tour (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::tour, $1)`, [
    JSON.stringify(row),
  ])
  await replaceParts(client, id, form)
}

/** Replaces a tour; a trigger makes it the next version. */
export async function replaceTour(client: PoolClient, id: string, form: TourForm): Promise<void> {
  const row = columnsOf(form)
  const columns = Object.keys(row).join(', ')
  await client.query(
    `UPDATE tour SET
       (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(NULL::tour, $2)) WHERE id = $1`,
    [id, JSON.stringify(row)],
  )
  await replaceParts(client, id, form)
}

/** Puts a tour on sale or takes it off. */
export async function setActive(client: PoolClient, id: string, isActive: boolean): Promise<void> {
  await client.query('UPDATE tour SET is_active = $2 WHERE id = $1', [id, isActive])
}

async function replaceParts(
  client: PoolClient,
  id: string,
  { cenoteIds, meetingPoints = [] }: TourForm,
): Promise<void> {
  await client.query('DELETE FROM tour_cenote WHERE tour_id = $1', [id])
  await client.query(
    `INSERT INTO tour_cenote (tour_id, cenote_id, visit_order)
     SELECT $1, cenote_id, visit_order FROM unnest($2::uuid[]) WITH ORDINALITY AS visit (cenote_id, visit_order)`,
    [id, cenoteIds],
  )
  await replaceMeetingPoints(client, 'tour_id', id, meetingPoints as Parameters<typeof replaceMeetingPoints>[3])
}

const columnsOf = (form: TourForm) => ({
  slug: form.slug,
  name_en: form.name.en,
  name_es: form.name.es,
  description: form.description,
  duration_minutes: form.durationMinutes,
  ...storedPricing(form.pricing),
  // A tour always says what its price leaves out.
  excludes: form.pricing.excludes ?? { en: [], es: [] },
  start_times: form.startTimes,
  capacity: form.capacity,
  images: storedImages(form.images),
})
