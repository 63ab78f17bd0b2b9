import type { Pool, Statements } from '../../../platform/postgres/database.ts'
import { withoutNulls } from '../../shared/form.ts'
import type { MeetingPointFormValue } from '../form-parts.ts'

/** The column that names the owner of a meeting point. */
export type OwnerColumn = 'cenote_id' | 'tour_id'

/** A meeting point as stored. */
export type StoredPoint = MeetingPointFormValue & { readonly id: string }

/** Meeting points of owners as forms, in display order. */
export async function readMeetingPointForms(
  database: Pool | Statements,
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

/** An owner's meeting points. */
export interface OwnedPoints {
  readonly id: string
  readonly points: readonly StoredPoint[]
}

/** Replaces the meeting points of owners. */
export async function replaceMeetingPoints(
  client: Statements,
  owner: OwnerColumn,
  owners: readonly OwnedPoints[],
): Promise<void> {
  await client.query(`DELETE FROM meeting_point WHERE ${owner} = ANY($1::uuid[]) AND id <> ALL ($2::uuid[])`, [
    owners.map(({ id }) => id),
    owners.flatMap(({ points }) => points.map(({ id }) => id)),
  ])
  const rows = owners.flatMap(({ id: ownerId, points }) =>
    points.map((point, index) => ({
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
    })),
  )
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  await client.query(
    `INSERT INTO meeting_point (${columns.join(', ')})
     SELECT ${columns.join(', ')} FROM jsonb_populate_recordset(NULL::meeting_point, $1)
     ON CONFLICT (id) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [JSON.stringify(rows)],
  )
}

/** The owners of meeting points, by the id of the point. */
export async function ownersOfPoints(client: Statements, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; owner: string }>(
    'SELECT id, coalesce(cenote_id, tour_id) AS owner FROM meeting_point WHERE id = ANY($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}
