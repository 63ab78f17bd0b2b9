import type { Pool, PoolClient } from '../../../../platform/postgres/database.ts'
import { withoutNulls } from '../../../../schema/form.ts'
import { storedImages, storedPricing } from '../../form-parts.ts'
import { readMeetingPointForms, replaceMeetingPoints } from '../../meeting-point/index.ts'
import type { CenoteForm, CenoteOpening } from '../form.ts'

/** A cenote as an operator describes it, with what it is besides. */
export interface StoredCenote {
  readonly id: string
  readonly version: number
  readonly isActive: boolean
  readonly form: CenoteForm
}

/** The members of a form out of the columns; those of other tables follow. */
const formOfColumns = `jsonb_build_object(
  'slug', slug,
  'name', jsonb_build_object('en', name_en, 'es', name_es),
  'description', jsonb_build_object('en', description_en, 'es', description_es),
  'longDescription', long_description,
  'location', jsonb_build_object('latitude', latitude, 'longitude', longitude, 'address', address, 'state', state,
    'municipality', municipality, 'zipCode', zip_code, 'directions', directions, 'landmarks', to_jsonb(landmarks)),
  'contact', contact,
  'pricing', jsonb_build_object('adultCents', adult_cents, 'currency', currency, 'includes', includes, 'excludes', excludes),
  'features', features,
  'capacity', jsonb_build_object('daily', daily_capacity, 'hourly', hourly_capacity),
  'schedule', jsonb_build_object('openTime', open_time, 'closeTime', close_time, 'timezone', timezone, 'daysOpen', to_jsonb(days_open)),
  'images', (SELECT coalesce(jsonb_agg(image - 'type' - 'order' ORDER BY (image->>'order')::integer), '[]') FROM jsonb_array_elements(images) AS image),
  'guidelines', guidelines,
  'weather', weather,
  'conservation', conservation,
  'certifications', certifications,
  'featured', featured,
  'popularity', popularity,
  'verifiedAt', to_char(verified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'amenities', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', amenity_id, 'available', available, 'costCents', cost_cents,
      'hours', hours, 'requirements', requirements, 'capacity', capacity, 'features', o.features, 'menu', menu) ORDER BY amenity_id), '[]')
    FROM cenote_amenity AS o WHERE o.cenote_id = c.id))`

/** Cenotes as forms, by id; those that do not exist are left out. With `lock` until the caller's transaction ends. */
export async function readStoredCenotes(
  database: Pool | PoolClient,
  ids: readonly string[],
  { lock = false } = {},
): Promise<StoredCenote[]> {
  const { rows } = await database.query<StoredCenote>(
    `SELECT id, version, is_active AS "isActive", ${formOfColumns} AS form FROM cenote AS c WHERE id = ANY($1::uuid[])
     ${lock ? 'ORDER BY id FOR UPDATE' : ''}`,
    [ids],
  )
  const points = await readMeetingPointForms(database, 'cenote_id', ids)
  return rows.map(({ form, ...cenote }) => ({
    ...cenote,
    form: { ...(withoutNulls(form) as CenoteForm), meetingPoints: points.get(cenote.id) ?? [] },
  }))
}

/** Ids of those amenities that exist. */
export async function knownAmenities(client: PoolClient, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM amenity WHERE id = ANY($1)', [ids])
  return new Set(rows.map(({ id }) => id))
}

/** Whether another cenote has a slug. */
export async function isSlugTaken(client: PoolClient, slug: string, id: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT 1 FROM cenote WHERE slug = $1 AND id <> $2', [slug, id])
  return rowCount !== 0
}

/** Adds a cenote that is not on sale. */
export async function insertCenote(client: PoolClient, id: string, form: CenoteForm): Promise<void> {
  const row = { id, ...columnsOf(form), is_active: false }
  const columns = Object.keys(row).join(', ')
  await client.query(`INSERT INTO cenote (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::cenote, $1)`, [
    JSON.stringify(row),
  ])
  await replaceParts(client, id, form)
}

/** Replaces a cenote; a trigger makes it the next version. */
export async function replaceCenote(client: PoolClient, id: string, form: CenoteForm): Promise<void> {
  const row = columnsOf(form)
  const columns = Object.keys(row).join(', ')
  await client.query(
    `UPDATE cenote SET updated_at = now(),
       (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(NULL::cenote, $2)) WHERE id = $1`,
    [id, JSON.stringify(row)],
  )
  await replaceParts(client, id, form)
}

/** Puts a cenote on sale or takes it off. */
export async function setActive(client: PoolClient, id: string, isActive: boolean): Promise<void> {
  await client.query('UPDATE cenote SET updated_at = now(), is_active = $2 WHERE id = $1', [id, isActive])
}

async function replaceParts(
  client: PoolClient,
  id: string,
  { amenities = [], meetingPoints = [] }: CenoteForm,
): Promise<void> {
  await client.query('DELETE FROM cenote_amenity WHERE cenote_id = $1', [id])
  const offers = amenities.map((offer) => ({
    cenote_id: id,
    amenity_id: offer.id,
    available: offer.available ?? true,
    cost_cents: offer.costCents ?? 0,
    hours: offer.hours,
    requirements: offer.requirements,
    capacity: offer.capacity,
    features: offer.features,
    menu: offer.menu,
  }))
  await client.query('INSERT INTO cenote_amenity SELECT * FROM jsonb_populate_recordset(NULL::cenote_amenity, $1)', [
    JSON.stringify(offers),
  ])
  await replaceMeetingPoints(client, 'cenote_id', id, meetingPoints as Parameters<typeof replaceMeetingPoints>[3])
}

const openingColumns = ({ schedule, capacity }: CenoteOpening) => ({
  daily_capacity: capacity.daily,
  hourly_capacity: capacity.hourly,
  open_time: schedule.openTime,
  close_time: schedule.closeTime,
  timezone: schedule.timezone,
  days_open: schedule.daysOpen,
})

const columnsOf = (form: CenoteForm) => ({
  slug: form.slug,
  name_en: form.name.en,
  name_es: form.name.es,
  description_en: form.description.en,
  description_es: form.description.es,
  latitude: form.location.latitude,
  longitude: form.location.longitude,
  address: form.location.address,
  state: form.location.state,
  municipality: form.location.municipality,
  zip_code: form.location.zipCode ?? null,
  directions: form.location.directions ?? null,
  landmarks: form.location.landmarks ?? null,
  contact: form.contact ?? null,
  ...storedPricing(form.pricing),
  features: form.features,
  ...openingColumns(form),
  images: storedImages(form.images),
  long_description: form.longDescription ?? null,
  guidelines: form.guidelines ?? null,
  weather: form.weather ?? null,
  conservation: form.conservation ?? null,
  certifications: form.certifications ?? null,
  featured: form.featured ?? false,
  popularity: form.popularity ?? 0,
  verified_at: form.verifiedAt ?? null,
})
