import { sql } from './database.ts'

/** Where reservations have what `reservation_due` notes for the jobs. */
const stored = {
  hold: { table: 'reservation', column: 'payment_deadline', which: "id = ANY ($1::uuid[]) AND status = 'pending'" },
  no_show: { table: 'reservation', column: 'day_ends_at', which: "id = ANY ($1::uuid[]) AND status = 'confirmed'" },
  reminder: {
    table: 'communication',
    column: 'due_at',
    which: "reservation_id = ANY ($1::uuid[]) AND status = 'scheduled'",
  },
} as const

/** Moves the end of holds, the end of days or the reminders of the sandbox's reservations to an instant, or to now. */
export async function makeDue(
  database: string,
  kind: keyof typeof stored,
  ids: readonly string[],
  { at, milliseconds = 0, serverUrl }: { at?: Date; milliseconds?: number; serverUrl?: string } = {},
): Promise<void> {
  const { table, column, which } = stored[kind]
  // Given as a value: a cluster refuses functions of time in statements on distributed tables.
  const instant = at ?? new Date(Date.now() + milliseconds)
  const changed = await sql(
    database,
    `UPDATE sandbox.${table} SET ${column} = $2 WHERE ${which} RETURNING ${column}`,
    [ids, instant],
    serverUrl,
  )
  if (changed.length > 0)
    await sql(
      database,
      'UPDATE sandbox.reservation_due SET due_at = $2 WHERE reservation_id = ANY ($1::uuid[]) AND kind = $3',
      [ids, instant, kind],
      serverUrl,
    )
}
