import { sql } from './database.ts'
import { eventually } from './eventually.ts'

/** Where reservations have what `reservation_due` notes for the jobs. */
const stored = {
  hold: { table: 'reservation', column: 'payment_deadline', which: "id = ANY ($1::uuid[]) AND status = 'pending'" },
  no_show: { table: 'reservation', column: 'day_ends_at', which: "id = ANY ($1::uuid[]) AND status = 'confirmed'" },
} as const

/**
 * Sets when the holds or visit days of sandbox reservations end: at an instant, or a number of milliseconds from now. The
 * default is one second ago, because the product's clock may be slightly behind.
 */
export async function makeDue(
  database: string,
  kind: keyof typeof stored,
  ids: readonly string[],
  { at, milliseconds = -1_000, serverUrl }: { at?: Date; milliseconds?: number; serverUrl?: string } = {},
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

/**
 * Waits until the expiry of holds is recorded. Until then they read as expired, but with the `updatedAt` of their last
 * change.
 */
export const expiryRecorded = (database: string, ids: readonly string[]): Promise<unknown> =>
  eventually(
    () => sql(database, `SELECT id FROM sandbox.reservation WHERE id = ANY ($1::uuid[]) AND status = 'pending'`, [ids]),
    [],
  )

/** Waits until the jobs have recorded the end of every hold of the sandbox that has ended. */
export const allExpiriesRecorded = (database: string): Promise<unknown> =>
  eventually(
    () => sql(database, "SELECT id FROM sandbox.reservation WHERE status = 'pending' AND payment_deadline <= now()"),
    [],
  )

/** Reads when the job that ends holds is to end that of a reservation; undefined when it is not to. */
export async function holdDueAt(database: string, id: string): Promise<Date | undefined> {
  const [row] = await sql<{ due_at: Date }>(
    database,
    "SELECT due_at FROM sandbox.reservation_due WHERE reservation_id = $1 AND kind = 'hold'",
    [id],
  )
  return row?.due_at
}

/** Makes a hold end at an instant, also after a move of the reservation, which restores a hold that its visit had cut. */
export async function endHoldAt(database: string, id: string, at: Date): Promise<void> {
  await makeDue(database, 'hold', [id], { at })
  await sql(database, 'UPDATE sandbox.reservation SET hold_ends_at = $2 WHERE id = $1', [id, at])
}

/** Moves the start of a stored visit to an earlier instant, at which its hold then ends too. */
export const cutHoldAtVisit = (database: string, id: string, at: Date): Promise<unknown> =>
  sql(database, 'UPDATE sandbox.reservation SET visit_at = $2, payment_deadline = $2 WHERE id = $1', [id, at])

/** Makes a reservation's claim to a use of a coupon due now, so that a job takes it over. */
export const makeClaimDue = (database: string, reservationId: string): Promise<unknown> =>
  sql(database, 'UPDATE sandbox.coupon_claim SET due_at = now() WHERE reservation_id = $1', [reservationId])

/** The next attempts at the queued mails of the sandbox's reservations are due now. */
export const makeMailsDue = (
  database: string,
  ids: readonly string[],
  { exceptReminders = false }: { exceptReminders?: boolean } = {},
): Promise<unknown> =>
  sql(
    database,
    `UPDATE sandbox.queued_mail SET due_at = now()
     WHERE reservation_id = ANY ($1::uuid[]) AND NOT ($2 AND type = 'reminder_email')`,
    [ids, exceptReminders],
  )
