import type { GraphQLResolveInfo } from 'graphql'
import type { Pool, PoolClient } from '../../../platform/postgres/database.ts'
import { partnerOf } from '../caller.ts'
import type { Context } from '../context.ts'
import { reviveReservation, type Reservation } from '../reservation/index.ts'
import { findCompleted, insertCompleted } from './repository.ts'

/**
 * A request under an Idempotency-Key may reach us twice: its first answer was lost on the way, or the gateway died before
 * it kept it. The work is named by the gateway, noted in the transaction that does it, and found by whoever does it again.
 */

type Resolver = (parent: never, args: never, context: Context, info: GraphQLResolveInfo) => unknown

/** Mutations whose context names the one field it is for: an operation may have several, and each is work of its own. */
export function named<R extends object>(mutations: R): R {
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

/** The context of one of several pieces of work of a mutation. */
export const pieceOf = (context: Context, index: number): Context =>
  context.operation === undefined ? context : { ...context, operation: `${context.operation} ${index}` }

/** The reservation as this very operation left it, when it was done before. */
export async function doneBefore(database: Pool | PoolClient, context: Context): Promise<Reservation | null> {
  return (await toldBefore(database, context))?.reservation ?? null
}

/** The reservation as this very operation left it, when it was done before, and what else it told. */
export async function toldBefore(
  database: Pool | PoolClient,
  context: Context,
): Promise<{ reservation: Reservation; told: unknown } | null> {
  if (context.operation === undefined) return null
  const completed = await findCompleted(database, partnerOf(context), context.operation)
  return completed && { reservation: reviveReservation(completed.snapshot), told: completed.told }
}

/**
 * Notes that the operation is done and left the reservation so, within its transaction; with what it tells beside the
 * reservation, when that cannot be told from the reservation alone.
 */
export async function noteDone(
  client: PoolClient,
  context: Context,
  reservation: Reservation,
  told: object | null = null,
): Promise<void> {
  if (context.operation !== undefined)
    await insertCompleted(client, partnerOf(context), context.operation, reservation, told)
}

/** Whether a transaction failed because another one did the same operation meanwhile. */
export const isDoneMeanwhile = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'completed_operation_pkey'
