import type { GraphQLResolveInfo } from 'graphql'
import type { Pool, PoolClient } from '../../../platform/postgres/database.ts'
import { partnerOf } from '../caller.ts'
import type { Context } from '../context.ts'
import { reviveReservation, type Reservation } from '../reservation/index.ts'
import { insertCompleted, readCompleted } from './repository.ts'

/**
 * A request under an Idempotency-Key may arrive twice: its first response was lost, or the gateway ended before storing
 * it. The gateway gives each operation a key. It is recorded in the operation's transaction and found by a repetition.
 */

type Resolver = (parent: never, args: never, context: Context, info: GraphQLResolveInfo) => unknown

/** Mutations whose context has a key of its own for each field: one operation may run several mutations. */
export function withOperationKey<R extends object>(mutations: R): R {
  return Object.fromEntries(
    Object.entries(mutations as Record<string, Resolver>).map(([field, resolve]): [string, Resolver] => [
      field,
      (parent, args, context, info) => {
        const { operation } = context.identity
        return resolve(
          parent,
          args,
          operation === undefined ? context : { ...context, operation: `${operation} ${info.path.key}` },
          info,
        )
      },
    ]),
  ) as R
}

/** The context of one of several items of a mutation, with a key of its own. */
export const childKey = (context: Context, index: number): Context =>
  context.operation === undefined ? context : { ...context, operation: `${context.operation} ${index}` }

/** The reservation as this operation left it, when it has completed before. */
export async function findCompleted(database: Pool | PoolClient, context: Context): Promise<Reservation | null> {
  return (await findCompletedWithResult(database, context))?.reservation ?? null
}

/** The same, with what else the operation reported. */
export async function findCompletedWithResult(
  database: Pool | PoolClient,
  context: Context,
): Promise<{ reservation: Reservation; result: unknown } | null> {
  if (context.operation === undefined) return null
  const completed = await readCompleted(database, partnerOf(context), context.operation)
  return completed && { reservation: reviveReservation(completed.snapshot), result: completed.result }
}

/**
 * Notes that the operation is done and left the reservation so, within its transaction; with what it tells beside the
 * reservation, when that cannot be told from the reservation alone.
 */
export async function recordCompleted(
  client: PoolClient,
  context: Context,
  reservation: Reservation,
  result: object | null = null,
): Promise<void> {
  if (context.operation !== undefined)
    await insertCompleted(client, partnerOf(context), context.operation, reservation, result)
}

/** Whether a transaction failed because another one did the same operation meanwhile. */
export const isCompletedMeanwhile = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'completed_operation_pkey'
