import { columnValues, formExpression } from '../../../../platform/postgres/columns.ts'
import type { Statements } from '../../../../platform/postgres/database.ts'
import type { ItemKeys } from '../../../../platform/values/item-keys.ts'
import { namedBy, type ProductTables, type ProductValues } from '../../product/index.ts'
import { cenoteColumns } from '../columns.ts'
import type { CenoteForm } from '../form.ts'

/** How cenotes are stored: the amenities that they offer are rows of their own. */
export const cenoteTables: ProductTables<CenoteForm> = {
  type: 'cenote',
  formExpression: formExpression<CenoteForm>(cenoteColumns, {
    amenities: `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', amenity_id, 'available', available, 'costCents', cost_cents,
      'hours', hours, 'requirements', requirements, 'capacity', capacity, 'features', o.features, 'menu', menu) ORDER BY amenity_id), '[]')
    FROM cenote_amenity AS o WHERE o.cenote_id = product.id)`,
  }),
  rowOf: columnValues<CenoteForm>(cenoteColumns),
  replaceParts: replaceOffers,
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

async function replaceOffers(client: Statements, cenotes: readonly ProductValues<CenoteForm>[]): Promise<void> {
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
}
