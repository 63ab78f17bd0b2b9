import type { Pool, Statements } from '../../../../platform/postgres/database.ts'
import type { LocalizedText } from '../../../../platform/values/i18n.ts'
import type { Database } from '../../database.ts'

/** Days on which a cenote is closed, both included. */
export interface ClosureRow {
  readonly id: string
  readonly cenoteId: string
  readonly from: string
  readonly to: string
  readonly reason: string
  readonly message: LocalizedText
}

const columns = `id, cenote_id AS "cenoteId", start_date AS "from", end_date AS "to", reason, message`

export async function insertClosure(client: Statements, closure: ClosureRow): Promise<void> {
  await client.query(
    'INSERT INTO closure (id, cenote_id, start_date, end_date, reason, message) VALUES ($1, $2, $3, $4, $5, $6)',
    [closure.id, closure.cenoteId, closure.from, closure.to, closure.reason, JSON.stringify(closure.message)],
  )
}

/** Removes a closure and returns it; null when there is none of the id. */
export async function deleteClosureRow(client: Statements, id: string): Promise<ClosureRow | null> {
  const { rows } = await client.query<ClosureRow>(`DELETE FROM closure WHERE id = $1 RETURNING ${columns}`, [id])
  return rows[0] ?? null
}

export const findClosure = ({ prisma }: Database, id: string): Promise<ClosureRow | null> =>
  prisma.closure.findUnique({ where: { id } })

/** Closures of a cenote that have a day in a range. */
export async function listClosures(pool: Pool, cenoteId: string, from: string, to: string): Promise<ClosureRow[]> {
  const { rows } = await pool.query<ClosureRow>(
    `SELECT ${columns} FROM closure WHERE cenote_id = $1 AND end_date >= $2 AND start_date <= $3 ORDER BY start_date, id`,
    [cenoteId, from, to],
  )
  return rows
}
