import type { Logger } from '../../platform/process/logger.ts'
import type { Redis } from '../../platform/redis/redis.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { createRedisCounters } from './redis-counters.ts'
import type { Counters } from './window.ts'

/** How long Redis is left alone after it failed, so that not every request waits for it. */
const pauseMilliseconds = 1_000

/**
 * Counters in Redis if it is configured. While it is down each process counts in its own memory: callers are admitted
 * at most once more for each process, and none is refused because of our failure.
 */
export function createCounters(redis: Redis | undefined, logger: Logger): Counters {
  const memory = createMemoryCounters()
  if (!redis) return memory
  const shared = createRedisCounters(redis)
  let awayUntil = 0
  let away = false
  const ask = async <T>(question: (counters: Counters) => Promise<T>): Promise<T> => {
    if (Date.now() < awayUntil) return question(memory)
    try {
      const answer = await question(shared)
      if (away) logger.info('rate limits are counted for all replicas together again')
      away = false
      return answer
    } catch (error) {
      if (!away) logger.warn({ err: error }, 'rate limits are counted by each process alone: Redis does not answer')
      away = true
      awayUntil = Date.now() + pauseMilliseconds
      return question(memory)
    }
  }
  return {
    take: (windows) => ask((counters) => counters.take(windows)),
    giveBack: (windows) => ask((counters) => counters.giveBack(windows)),
  }
}
