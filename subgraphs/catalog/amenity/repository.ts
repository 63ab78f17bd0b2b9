import type { Pool, PoolClient } from '../../../platform/postgres/database.ts'
import { withoutNulls } from '../../../schema/form.ts'
import type { AmenityKindRow } from './amenity.ts'
import type { AmenityForm } from './form.ts'

const columns = 'id, version, category, name, description, icon'

/** Amenities by id; those that do not exist are left out. */
export async function findAmenityKinds(pool: Pool, ids: readonly string[]): Promise<AmenityKindRow[]> {
  const { rows } = await pool.query<AmenityKindRow>(`SELECT ${columns} FROM amenity WHERE id = ANY($1)`, [ids])
  return rows.map(withoutNulls) as AmenityKindRow[]
}

/** A part of all amenities, by id. */
export async function listAmenityKinds(
  pool: Pool,
  { first, after }: { readonly first: number; readonly after: string | null },
): Promise<AmenityKindRow[]> {
  const { rows } = await pool.query<AmenityKindRow>(
    `SELECT ${columns} FROM amenity WHERE $1::text IS NULL OR id > $1 ORDER BY id LIMIT $2`,
    [after, first],
  )
  return rows.map(withoutNulls) as AmenityKindRow[]
}

export async function countAmenityKinds(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ total: number }>('SELECT count(*) AS total FROM amenity')
  return rows[0]?.total ?? 0
}

/** An amenity, locked until the caller's transaction ends. */
export async function lockAmenityKind(client: PoolClient, id: string): Promise<AmenityKindRow | null> {
  const { rows } = await client.query<AmenityKindRow>(`SELECT ${columns} FROM amenity WHERE id = $1 FOR UPDATE`, [id])
  return rows[0] ? (withoutNulls(rows[0]) as AmenityKindRow) : null
}

/** Adds an amenity; false when there is one of its id. */
export async function insertAmenityKind(client: PoolClient, form: AmenityForm): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO amenity (id, category, name, description, icon)
     SELECT id, category, name, description, icon FROM jsonb_populate_record(NULL::amenity, $1)
     ON CONFLICT (id) DO NOTHING`,
    [JSON.stringify(form)],
  )
  return rowCount === 1
}

/** Replaces an amenity; a trigger makes it the next version. */
export async function replaceAmenityKind(client: PoolClient, form: AmenityForm): Promise<void> {
  await client.query(
    `UPDATE amenity SET category = next.category, name = next.name,
       description = next.description, icon = next.icon
     FROM jsonb_populate_record(NULL::amenity, $1) AS next WHERE amenity.id = next.id`,
    [JSON.stringify(form)],
  )
}
