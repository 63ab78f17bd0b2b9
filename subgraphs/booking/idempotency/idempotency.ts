import type { Pool, PoolClient } from '../../../platform/postgres/database.ts'
import { partnerOf } from '../caller.ts'
import type { Context } from '../context.ts'
import { insertCompleted, readCompleted, type Completed } from './repository.ts'

/**
 * A request under an Idempotency-Key may arrive twice: its first response was lost, or the gateway ended before storing
 * it. The gateway gives each operation a key. It is recorded in the operation's transaction and found by a repetition.
 */

/** The context of one of several items of a mutation, with its own key. */
export const childKey = <C extends Context>(context: C, index: number): C =>
  context.operation === undefined ? context : { ...context, operation: `${context.operation} ${index}` }

/** The stored result of this operation, when it has completed before. */
export const findCompleted = async (database: Pool | PoolClient, context: Context): Promise<Completed | null> =>
  context.operation === undefined ? null : readCompleted(database, partnerOf(context), context.operation)

/**
 * Records within its transaction that the operation is done and left the reservation so; with the further results that
 * cannot be derived from the reservation alone.
 */
export async function recordCompleted(
  client: PoolClient,
  context: Context,
  reservation: { readonly id: string; readonly version: number },
  result: object | null = null,
): Promise<void> {
  if (context.operation !== undefined)
    await insertCompleted(client, partnerOf(context), context.operation, reservation, result)
}

/** Whether a transaction failed because another one did the same operation meanwhile. */
export const isCompletedMeanwhile = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'completed_operation_pkey'
