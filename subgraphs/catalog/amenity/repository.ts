import type { Pool, PoolClient, Statements } from '../../../platform/postgres/database.ts'
import { withoutNulls } from '../../shared/form.ts'
import type { Database } from '../database.ts'
import type { AmenityForm } from './form.ts'

/** An amenity as such, apart from the cenotes that offer it. */
export interface AmenityKindRow extends AmenityForm {
  readonly version: number
}

const columns = 'id, version, category, name, description, icon'

export async function findAmenityKind({ prisma }: Database, id: string): Promise<AmenityKindRow | null> {
  const row = await prisma.amenity.findUnique({ where: { id } })
  return row && (withoutNulls(row) as AmenityKindRow)
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
  const { rows } = await client.query<AmenityKindRow>(
    `SELECT ${columns} FROM amenity WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  )
  return rows[0] ? (withoutNulls(rows[0]) as AmenityKindRow) : null
}

/** Amenities as forms; with `lock` they stay as they are until the caller's transaction ends. */
export async function readAmenityForms(
  client: Statements,
  ids: readonly string[],
  { lock = false } = {},
): Promise<AmenityForm[]> {
  const { rows } = await client.query<AmenityForm>(
    `SELECT id, category, name, description, icon FROM amenity WHERE id = ANY($1) ${lock ? 'ORDER BY id FOR NO KEY UPDATE' : ''}`,
    [ids],
  )
  return rows.map(withoutNulls) as AmenityForm[]
}

/** The ids of all amenities, in order. */
export async function amenityIds(client: Statements): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM amenity ORDER BY id COLLATE "C"')
  return rows.map(({ id }) => id)
}

/** Adds amenities, except where there is one of the id; returns how many were added. */
export async function insertAmenityKinds(client: Statements, forms: readonly AmenityForm[]): Promise<number> {
  const { rowCount } = await client.query(
    `INSERT INTO amenity (id, category, name, description, icon)
     SELECT id, category, name, description, icon FROM jsonb_populate_recordset(NULL::amenity, $1)
     ON CONFLICT (id) DO NOTHING`,
    [JSON.stringify(forms)],
  )
  return rowCount ?? 0
}

/** Replaces amenities; a trigger makes each the next version. */
export async function replaceAmenityKinds(client: Statements, forms: readonly AmenityForm[]): Promise<void> {
  await client.query(
    `UPDATE amenity SET category = next.category, name = next.name,
       description = next.description, icon = next.icon
     FROM jsonb_populate_recordset(NULL::amenity, $1) AS next WHERE amenity.id = next.id`,
    [JSON.stringify(forms)],
  )
}
