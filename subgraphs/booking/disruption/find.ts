import { pageOf, readPageRequest, type Page, type PageArguments } from '../../../platform/graphql/connection.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { authorOf } from '../../../platform/trust/author.ts'
import { apiError, validationError } from '../../../schema/errors.ts'
import { isOperator } from '../caller.ts'
import type { UpdateDisruptionInput } from '../generated/resolvers.ts'
import { refusePage } from '../paging.ts'
import type { Context } from '../context.ts'
import type { DisruptionContext } from './context.ts'
import {
  countDisruptions,
  findByClosure,
  findByProduct,
  findDisruption,
  listDisruptions,
  orderCancellation,
  type Disruption,
} from './store/disruptions.ts'

/** A disruption by its id. Error: DISRUPTION_NOT_FOUND. */
export async function requireDisruption(id: string, { database }: Context): Promise<Disruption> {
  const disruption = isUuid(id) ? await findDisruption(database.pool, id) : null
  if (!disruption) throw apiError('DISRUPTION_NOT_FOUND', { disruptionId: id })
  return disruption
}

/** The disruption by a closure, for operators; null for others and without one. */
export const disruptionOfClosure = async (closureId: string, context: Context): Promise<Disruption | null> =>
  isOperator(context) ? findByClosure(context.database.pool, closureId) : null

/** The disruption by the latest change of a product itself, for operators; null for others and without one. */
export const disruptionOfProduct = async (productId: string, context: Context): Promise<Disruption | null> =>
  isOperator(context) ? findByProduct(context.database.pool, productId) : null

export type DisruptionPage = Page<Disruption>

/** A page of all disruptions, newest first. */
export async function disruptionPage(args: PageArguments, context: DisruptionContext): Promise<DisruptionPage> {
  const { database, services } = context
  const scope = ['disruptions', database.environment]
  const request = readPageRequest<[string, string]>(args, { cursors: services.cursors, scope, refuse: refusePage })
  const found = await listDisruptions(database.pool, {
    take: request.first + 1,
    skip: request.offset,
    after: request.after,
  })
  return pageOf(
    found,
    request,
    ({ createdAt, id }) => services.cursors.encode(scope, [createdAt.toISOString(), id]),
    () => countDisruptions(database.pool),
  )
}

/**
 * Cancels what was kept and still stands, in the background. Errors: DISRUPTION_NOT_FOUND, ERROR_VALIDACION also over a
 * capacity, CALENDAR_ENTRY_NOT_FOUND when its closure was removed.
 */
export async function updateDisruption(
  { id, reservations, cancellationReason, notifyGuests }: UpdateDisruptionInput,
  context: DisruptionContext,
): Promise<Disruption> {
  if (reservations !== 'cancel') throw validationError({ reservations: [{ code: 'NOT_ONE_OF', values: 'CANCEL' }] })
  const disruption = await requireDisruption(id, context)
  if (disruption.isCleared) throw apiError('CALENDAR_ENTRY_NOT_FOUND', { id: disruption.closureId })
  if (disruption.choice === 'cancel') return disruption
  // The departures take place, for those who booked.
  if (disruption.cause === 'capacity') throw validationError({ reservations: [{ code: 'NOT_ONE_OF', values: 'KEEP' }] })
  const order = {
    id: disruption.id,
    reason: cancellationReason ?? disruption.reason,
    notifyGuests: notifyGuests ?? disruption.notifyGuests,
    author: authorOf(context.identity),
  }
  await inTransaction(context.database.pool, (client) => orderCancellation(client, order, context.clock.now()))
  return requireDisruption(id, context)
}
