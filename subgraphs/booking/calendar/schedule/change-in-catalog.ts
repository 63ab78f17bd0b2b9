import { inTransaction, type PoolClient } from '../../../../platform/postgres/database.ts'
import type { Identity } from '../../../../platform/trust/identity.ts'
import { findByOperation } from '../../disruption/index.ts'
import type { CalendarContext } from '../context.ts'
import { lockCalendar, raiseFence } from '../store/standing.ts'

/** The caller as another service sees it, with the name of the work of this request, which is done there once. */
export const operatingIdentity = ({
  identity,
  operation,
}: Pick<CalendarContext, 'identity' | 'operation'>): Identity =>
  operation === undefined ? identity : { ...identity, operation }

interface CatalogChange<Input> {
  readonly productId: string
  readonly input: Input
  readonly apply: (input: Input, dryRun: boolean, identity: Identity) => Promise<number>
}

/**
 * Changes a product in the catalog while no place of it can be taken, so that every reservation that the change concerns
 * is known when it is settled (docs/decisions/0201-ownership-of-availability-and-prices.md). Returns what `settle` does,
 * or null if a copy of this request has already made the change.
 */
export async function changeInCatalog<Input, T>(
  { productId, input, apply }: CatalogChange<Input>,
  context: CalendarContext,
  settle: (client: PoolClient) => Promise<T>,
): Promise<T | null> {
  const { database, operation } = context
  const identity = operatingIdentity(context)
  await apply(input, true, identity)
  if (operation !== undefined && (await findByOperation(database.pool, operation))) return null
  return inTransaction(database.pool, async (client) => {
    await lockCalendar(client, productId)
    const settled = await settle(client)
    // Refused when the catalog has changed since the facts that `settle` compares were read.
    await raiseFence(client, productId, await apply(input, false, identity))
    return settled
  })
}
