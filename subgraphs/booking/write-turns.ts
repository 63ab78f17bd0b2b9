import type { Pool } from '../../platform/postgres/database.ts'
import { declareBound } from '../../platform/process/bounds.ts'
import { workerCount } from '../../platform/process/config.ts'
import { FairQueue, QueueFull } from '../../platform/process/fair-queue.ts'
import type { Context } from './context.ts'

/** More would only wait for one another at the processors, and make the writes of other partners wait there, too. */
const maxOfPartner = 4
const maxWaiting = 2_000
const maxWaitingOfPartner = 500

const bound = declareBound({
  name: 'writes-waiting',
  what: `Writes that wait for a connection to the database; partners take turns, each with at most ${maxOfPartner} writes at once across all workers`,
  per: 'partner and environment; environment',
  default: `${maxWaitingOfPartner}; ${maxWaiting}`,
  response: '503 `SERVICE_UNAVAILABLE`',
})

const queues = new WeakMap<Pool, FairQueue>()

function queueOf(pool: Pool): FairQueue {
  let queue = queues.get(pool)
  if (!queue) {
    const { max: places } = pool.options
    const placesOfOwner = Math.ceil(Math.min(maxOfPartner / workerCount, places / 2))
    queue = new FairQueue({ places, placesOfOwner, maxWaiting, maxWaitingOfOwner: maxWaitingOfPartner })
    queues.set(pool, queue)
  }
  return queue
}

/** Runs a write in its partner's turn; guests share one. Throws Unavailable when too many wait. */
export async function inWriteTurn<T>(
  { database: { pool, environment }, identity: { partnerId } }: Pick<Context, 'database' | 'identity'>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await queueOf(pool).run(partnerId ?? 'guests', write)
  } catch (error) {
    if (error instanceof QueueFull) bound.reached({ environment, partnerId })
    throw error
  }
}

type Resolver = (parent: never, args: never, context: Context, info: never) => unknown

/** Mutations that each take a turn, but those that take one for each of their items. */
export function withWriteTurns<R extends object>(mutations: R, itemByItem: readonly (keyof R)[]): R {
  return Object.fromEntries(
    Object.entries(mutations as Record<string, Resolver>).map(([field, resolve]): [string, Resolver] => [
      field,
      itemByItem.includes(field as keyof R)
        ? resolve
        : (parent, args, context, info) =>
            inWriteTurn(context, () => Promise.resolve(resolve(parent, args, context, info))),
    ]),
  ) as R
}
