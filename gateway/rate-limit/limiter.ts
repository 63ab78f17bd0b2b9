import type { Logger } from '../../platform/process/logger.ts'
import { createMemoryCounters } from './memory-counters.ts'
import type { Counters } from './window.ts'

/** How long shared counters are left alone after they failed, so that not every request waits for them. */
const pauseMilliseconds = 1_000

/**
 * Shared counters where there are any, in Redis or in the process that started this one. While they fail, each process
 * counts in its own memory: callers are admitted at most once more for each process, and none is refused because of our
 * failure.
 */
export function createCounters(shared: Counters | undefined, logger: Logger): Counters {
  const memory = createMemoryCounters()
  if (!shared) return memory
  let awayUntil = -Infinity
  let away = false
  const ask = async <T>(question: (counters: Counters) => Promise<T>): Promise<T> => {
    if (performance.now() < awayUntil) return question(memory)
    try {
      const result = await question(shared)
      if (away) logger.info('rate limits are counted for all replicas together again')
      away = false
      return result
    } catch (error) {
      if (!away)
        logger.warn({ err: error }, 'rate limits are counted by each process alone: the shared counters do not respond')
      away = true
      awayUntil = performance.now() + pauseMilliseconds
      return question(memory)
    }
  }
  return {
    take: (windows) => ask((counters) => counters.take(windows)),
    refund: (windows) => ask((counters) => counters.refund(windows)),
  }
}
