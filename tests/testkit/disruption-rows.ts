import { sql } from './database.ts'

/** The ids of the disruptions for which the job still looks for more reservations. */
export async function incompleteDisruptions(bookingDatabase: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(bookingDatabase, 'SELECT id FROM sandbox.disruption WHERE look_at IS NOT NULL')
  return rows.map(({ id }) => id)
}
