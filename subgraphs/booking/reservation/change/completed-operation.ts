import type { Pool, PoolClient } from '../../../../platform/postgres/database.ts'
import type { Context } from '../../context.ts'
import { findCompleted } from '../../idempotency/index.ts'
import type { Reservation } from '../reservation.ts'
import { reviveReservation, type ReservationSnapshot } from '../stored-reservation.ts'

/** The reservation as this operation left it, when it has completed before. */
export async function completedReservation(database: Pool | PoolClient, context: Context): Promise<Reservation | null> {
  return (await completedWithResult(database, context))?.reservation ?? null
}

/** The same, with what else the operation reported. */
export async function completedWithResult(
  database: Pool | PoolClient,
  context: Context,
): Promise<{ reservation: Reservation; result: unknown } | null> {
  const completed = await findCompleted(database, context)
  return (
    completed && { reservation: reviveReservation(completed.snapshot as ReservationSnapshot), result: completed.result }
  )
}
