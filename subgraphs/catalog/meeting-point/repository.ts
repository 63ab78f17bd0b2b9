import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from '../../../platform/postgres/database.ts'
import { withoutNulls } from '../../../schema/form.ts'
import type { MeetingPointFormValue } from '../form-parts.ts'

/** The column that names the owner of a meeting point. */
export type OwnerColumn = 'cenote_id' | 'tour_id'

type StoredPoint = MeetingPointFormValue & { readonly id: string }

/** Meeting points of owners as forms, in display order. */
export async function readMeetingPointForms(
  database: Pool | PoolClient,
  owner: OwnerColumn,
  ids: readonly string[],
): Promise<Map<string, StoredPoint[]>> {
  const { rows } = await database.query<StoredPoint & { ownerId: string }>(
    `SELECT ${owner} AS "ownerId", id, name, description, directions, type, latitude, longitude, address,
       minutes_before AS "minutesBefore", price_cents AS "priceCents", is_active AS "isActive"
     FROM meeting_point WHERE ${owner} = ANY($1::uuid[]) ORDER BY display_order, id`,
    [ids],
  )
  const points = new Map<string, StoredPoint[]>(ids.map((id) => [id, []]))
  for (const { ownerId, ...point } of rows) points.get(ownerId)?.push(withoutNulls(point) as StoredPoint)
  return points
}

/**
 * Gives each meeting point the id that it will have: its own, that of the present one with the same English name, or a
 * new one. Undefined for an id that is none of the present ones.
 */
export function identifiedPoints(
  points: readonly MeetingPointFormValue[],
  present: readonly StoredPoint[],
): (StoredPoint | undefined)[] {
  const named = new Set(points.map(({ id }) => id))
  const free = present.filter(({ id }) => !named.has(id))
  return points.map((point) => {
    if (point.id !== undefined) return present.some(({ id }) => id === point.id) ? (point as StoredPoint) : undefined
    const index = free.findIndex(({ name }) => name.en === point.name.en)
    const [same] = index < 0 ? [] : free.splice(index, 1)
    return { ...point, id: same?.id ?? randomUUID() }
  })
}

/** Replaces the meeting points of an owner. */
export async function replaceMeetingPoints(
  client: PoolClient,
  owner: OwnerColumn,
  ownerId: string,
  points: readonly StoredPoint[],
): Promise<void> {
  await client.query(`DELETE FROM meeting_point WHERE ${owner} = $1 AND id <> ALL ($2::uuid[])`, [
    ownerId,
    points.map(({ id }) => id),
  ])
  const rows = points.map((point, index) => ({
    id: point.id,
    [owner]: ownerId,
    name: point.name,
    description: point.description,
    directions: point.directions ?? null,
    type: point.type,
    latitude: point.latitude,
    longitude: point.longitude,
    address: point.address,
    minutes_before: point.minutesBefore,
    price_cents: point.priceCents ?? 0,
    currency: 'MXN',
    is_active: point.isActive ?? true,
    display_order: index + 1,
  }))
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  await client.query(
    `INSERT INTO meeting_point (${columns.join(', ')})
     SELECT ${columns.join(', ')} FROM jsonb_populate_recordset(NULL::meeting_point, $1)
     ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [JSON.stringify(rows)],
  )
}
