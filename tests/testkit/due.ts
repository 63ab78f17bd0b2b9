import { sql } from './database.ts'

/** Where reservations have what `reservation_due` notes for the jobs. */
const stored = {
  hold: "reservation SET payment_deadline = at WHERE id = ANY ($1::uuid[]) AND status = 'pending'",
  no_show: "reservation SET day_ends_at = at WHERE id = ANY ($1::uuid[]) AND status = 'confirmed'",
  reminder: "communication SET due_at = at WHERE reservation_id = ANY ($1::uuid[]) AND status = 'scheduled'",
} as const

/** Moves the end of holds, the end of days or the reminders of the sandbox's reservations to an instant, or to now. */
export async function makeDue(
  database: string,
  kind: keyof typeof stored,
  ids: readonly string[],
  { at, milliseconds = 0, serverUrl }: { at?: Date; milliseconds?: number; serverUrl?: string } = {},
): Promise<void> {
  const instant = "coalesce($3, now() + $2 * interval '1 millisecond')"
  const values = [ids, milliseconds, at ?? null]
  await sql(database, `UPDATE sandbox.${stored[kind].replace('at WHERE', `${instant} WHERE`)}`, values, serverUrl)
  await sql(
    database,
    `UPDATE sandbox.reservation_due SET due_at = ${instant} WHERE reservation_id = ANY ($1::uuid[]) AND kind = $4`,
    [...values, kind],
    serverUrl,
  )
}
