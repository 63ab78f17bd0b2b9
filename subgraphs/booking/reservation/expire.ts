import { inTransaction } from '../../../platform/database.ts'
import type { Environment } from '../../../platform/identity.ts'
import type { Services } from '../server.ts'
import { expire } from './change.ts'
import { lockExpired } from './repository.ts'

const batchSize = 50

/**
 * Ends holds that have run out, also when nobody asks. Replicas share the work by skipping locked rows. True when more
 * may be waiting.
 */
export async function expireHolds(
  { databases, hubs, clock }: Pick<Services, 'databases' | 'hubs' | 'clock'>,
  environment: Environment,
): Promise<boolean> {
  const now = clock.now()
  const count = await inTransaction(databases[environment].pool, async (client) => {
    const due = await lockExpired(client, now, batchSize)
    // Days and slots are locked in one order whoever works, so that two batches never wait for one another.
    const ordered = [...due].sort((a, b) => (key(a) < key(b) ? -1 : 1))
    for (const reservation of ordered) await expire(client, reservation, now)
    return due.length
  })
  if (count > 0) hubs[environment].wake()
  return count === batchSize
}

const key = ({ cenoteId, visitDate, visitTime }: { cenoteId: string; visitDate: string; visitTime: string }): string =>
  `${cenoteId} ${visitDate} ${visitTime}`
