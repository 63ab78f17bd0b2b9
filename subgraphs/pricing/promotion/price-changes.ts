import type { Pool } from '../../../platform/postgres/database.ts'
import { readProductChanges, type ProductChange, type ProductChanges } from '../../shared/store/product-changes.ts'
import type { Clock } from '../../../platform/values/clock.ts'
import { findStartsAndEnds } from './repository.ts'

/** A start or an end is reported once the clocks of all processes have passed it, so that a read shows its prices. */
const clockDifferenceMilliseconds = 50

/**
 * The changes of products since a position, with the starts and ends of promotions, which no transaction makes. The
 * position also has the instant until which those were reported.
 */
export async function readPriceChanges(pool: Pool, clock: Clock, since: string | null): Promise<ProductChanges> {
  const until = new Date(clock.now().getTime() - clockDifferenceMilliseconds)
  if (since === null) {
    const { position } = await readProductChanges(pool, null)
    return { position: positionOf(position, until), changes: [] }
  }
  const [snapshot = '', instant = ''] = since.split(' ')
  const after = new Date(instant)
  const noted = await readProductChanges(pool, snapshot)
  const passed = until > after ? await findStartsAndEnds(pool, after, until) : []
  const reported = new Set(noted.changes.map(({ productId }) => productId))
  return {
    position: positionOf(noted.position, until > after ? until : after),
    changes: [...noted.changes, ...passed.filter(({ productId }) => !reported.has(productId)).map(priceChange)],
  }
}

const positionOf = (snapshot: string, instant: Date): string => `${snapshot} ${instant.toISOString()}`

const priceChange = ({ productId, at }: { readonly productId: string | null; readonly at: number }): ProductChange => ({
  kind: 'pricing',
  productType: null,
  productId,
  action: null,
  changed: [],
  dateFrom: null,
  dateTo: null,
  at,
})
