import { columnValues, formExpression, insertRows, updateRows } from '../../../../platform/postgres/columns.ts'
import type { Pool, Statements } from '../../../../platform/postgres/database.ts'
import type { ItemKeys } from '../../../../platform/values/item-keys.ts'
import { withoutNulls } from '../../../../schema/form.ts'
import { namedBy } from '../../item-store.ts'
import { readMeetingPointForms, replaceMeetingPoints, type StoredPoint } from '../../meeting-point/index.ts'
import { cenoteColumns } from '../columns.ts'
import type { CenoteForm } from '../form.ts'

/** A cenote as an operator describes it, with what it is besides. */
export interface StoredCenote {
  readonly id: string
  readonly version: number
  readonly isActive: boolean
  readonly form: CenoteForm & { readonly meetingPoints: StoredPoint[] }
}

const formOfColumns = formExpression<CenoteForm>(cenoteColumns, {
  amenities: `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', amenity_id, 'available', available, 'costCents', cost_cents,
      'hours', hours, 'requirements', requirements, 'capacity', capacity, 'features', o.features, 'menu', menu) ORDER BY amenity_id), '[]')
    FROM cenote_amenity AS o WHERE o.cenote_id = c.id)`,
})
const rowOf = columnValues<CenoteForm>(cenoteColumns)

/**
 * Cenotes as forms; those that do not exist are left out. With `lock` they stay as they are until the caller's
 * transaction ends.
 */
export async function readStoredCenotes(
  database: Pool | Statements,
  keys: ItemKeys,
  { lock = false } = {},
): Promise<StoredCenote[]> {
  const { condition, names } = namedBy(keys)
  const { rows } = await database.query<StoredCenote>(
    `SELECT id, version, is_active AS "isActive", ${formOfColumns} AS form FROM cenote AS c
     WHERE ${condition} ${lock ? 'ORDER BY id FOR UPDATE' : ''}`,
    [names],
  )
  const points = await readMeetingPointForms(
    database,
    'cenote_id',
    rows.map(({ id }) => id),
  )
  return rows.map(({ form, ...cenote }) => ({
    ...cenote,
    form: { ...(withoutNulls(form) as CenoteForm), meetingPoints: points.get(cenote.id) ?? [] },
  }))
}

/** The facts of a cenote that the other lists of an installation file need. */
export interface CenoteFacts {
  readonly id: string
  readonly version: number
  readonly slug: string
  readonly schedule: {
    readonly openTime: string
    readonly closeTime: string
    readonly timezone: string
    readonly daysOpen: string[]
  }
  readonly capacity: { readonly daily: number; readonly hourly: number }
}

/** Facts of cenotes, by slug or by id; those that do not exist are left out. */
export async function readCenoteFacts(client: Statements, keys: ItemKeys): Promise<CenoteFacts[]> {
  const { condition, names } = namedBy(keys)
  const { rows } = await client.query<CenoteFacts>(
    `SELECT id, version, slug,
       json_build_object('openTime', open_time, 'closeTime', close_time, 'timezone', timezone, 'daysOpen', days_open) AS schedule,
       json_build_object('daily', daily_capacity, 'hourly', hourly_capacity) AS capacity
     FROM cenote WHERE ${condition}`,
    [names],
  )
  return rows
}

/** Ids of those amenities that exist. */
export async function knownAmenities(client: Statements, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM amenity WHERE id = ANY($1)', [[...new Set(ids)]])
  return new Set(rows.map(({ id }) => id))
}

/** The ids of the cenotes that have slugs, by slug. */
export async function idsOfSlugs(client: Statements, slugs: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ slug: string; id: string }>(
    'SELECT slug, id FROM cenote WHERE slug = ANY($1)',
    [slugs],
  )
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** A cenote to be written. */
export interface CenoteValues {
  readonly id: string
  readonly form: CenoteForm
  readonly isActive: boolean
  /** Columns that forms do not have, such as ratings. */
  readonly columns?: object
}

/** Adds cenotes, all of them with the same `columns`. */
export async function insertCenotes(client: Statements, cenotes: readonly CenoteValues[]): Promise<void> {
  if (cenotes.length === 0) return
  const rows = cenotes.map(({ id, form, isActive, columns }) => ({ id, ...rowOf(form), isActive, ...columns }))
  await insertRows(client, 'cenote', rows)
  await replaceParts(client, cenotes)
}

/** Replaces cenotes; a trigger makes each the next version. */
export async function replaceCenotes(client: Statements, cenotes: readonly CenoteValues[]): Promise<void> {
  if (cenotes.length === 0) return
  const rows = cenotes.map(({ id, form, isActive }) => ({ id, ...rowOf(form), isActive }))
  await updateRows(client, 'cenote', rows)
  await replaceParts(client, cenotes)
}

/** Puts cenotes on sale or takes them off. */
export async function setActive(client: Statements, ids: readonly string[], isActive: boolean): Promise<void> {
  await client.query('UPDATE cenote SET is_active = $2 WHERE id = ANY($1::uuid[])', [ids, isActive])
}

/** The slugs of all cenotes, in order; only of those that are on sale when that is asked. */
export async function cenoteSlugs(client: Statements, { onSale = false } = {}): Promise<string[]> {
  const { rows } = await client.query<{ slug: string }>(
    'SELECT slug FROM cenote WHERE is_active OR NOT $1::boolean ORDER BY slug COLLATE "C"',
    [onSale],
  )
  return rows.map(({ slug }) => slug)
}

/** Those of some ids that cenotes have. */
export async function idsInUse(client: Statements, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM cenote WHERE id = ANY($1::uuid[])', [ids])
  return new Set(rows.map(({ id }) => id))
}

async function replaceParts(client: Statements, cenotes: readonly CenoteValues[]): Promise<void> {
  const offers = cenotes.flatMap(({ id, form: { amenities = [] } }) =>
    amenities.map((offer) => ({
      cenote_id: id,
      amenity_id: offer.id,
      available: offer.available ?? true,
      cost_cents: offer.costCents ?? 0,
      hours: offer.hours,
      requirements: offer.requirements,
      capacity: offer.capacity,
      features: offer.features,
      menu: offer.menu,
    })),
  )
  const columns = ['available', 'cost_cents', 'hours', 'requirements', 'capacity', 'features', 'menu']
  const valuesOf = (table: string): string => columns.map((name) => `${table}.${name}`).join(', ')
  // Only what differs is written: each row that is written is announced as a change.
  await client.query(
    `WITH offer AS (SELECT * FROM jsonb_populate_recordset(NULL::cenote_amenity, $2)),
       removed AS (
         DELETE FROM cenote_amenity AS stored WHERE cenote_id = ANY($1::uuid[]) AND NOT EXISTS (
           SELECT 1 FROM offer WHERE (offer.cenote_id, offer.amenity_id) = (stored.cenote_id, stored.amenity_id)))
     INSERT INTO cenote_amenity AS stored SELECT * FROM offer
     ON CONFLICT (cenote_id, amenity_id) DO UPDATE SET (${columns.join(', ')}) = (${valuesOf('excluded')})
       WHERE (${valuesOf('stored')}) IS DISTINCT FROM (${valuesOf('excluded')})`,
    [cenotes.map(({ id }) => id), JSON.stringify(offers)],
  )
  await replaceMeetingPoints(
    client,
    'cenote_id',
    cenotes.map(({ id, form }) => ({ id, points: (form.meetingPoints ?? []) as StoredPoint[] })),
  )
}
