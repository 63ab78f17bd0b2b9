import { inTransaction } from '../../../platform/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { environments } from '../../../platform/identity.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Services } from '../server.ts'
import { expire } from './change.ts'
import { lockExpired } from './repository.ts'

const batchSize = 50
const everyMilliseconds = 1_000

/** Ends holds that have run out, also when nobody asks. Replicas share the work by skipping locked rows. */
export function startExpiry(services: Services, logger: Logger): { stop(): Promise<void> } {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const tick = async (): Promise<void> => {
    for (const environment of environments) {
      try {
        while (!stopped && (await expireBatch(services, environment)) === batchSize);
      } catch (error) {
        logger.error({ err: error, environment }, 'holds could not be ended')
      }
    }
  }
  const timer = setInterval(() => {
    running = running.then(tick)
  }, everyMilliseconds)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}

async function expireBatch(
  services: { databases: Services['databases']; hubs: Services['hubs']; clock: Clock },
  environment: (typeof environments)[number],
): Promise<number> {
  const now = services.clock.now()
  const count = await inTransaction(services.databases[environment].pool, async (client) => {
    const due = await lockExpired(client, now, batchSize)
    // Days and slots are locked in one order whoever works, so that two batches never wait for one another.
    const ordered = [...due].sort((a, b) => (key(a) < key(b) ? -1 : 1))
    for (const reservation of ordered) await expire(client, reservation, now)
    return due.length
  })
  if (count > 0) services.hubs[environment].wake()
  return count
}

const key = ({ cenoteId, visitDate, visitTime }: { cenoteId: string; visitDate: string; visitTime: string }): string =>
  `${cenoteId} ${visitDate} ${visitTime}`
