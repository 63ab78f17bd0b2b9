import type { Redis } from 'ioredis'
import type { Logger } from '../process/logger.ts'

export type { Redis }

/**
 * A connection to the Redis server that replicas share. Redis carries notifications and counters but is never the
 * source of truth, so nothing waits for it: while it is down, commands fail immediately and the connection is retried,
 * first after 100 ms, at most every second. The log reports when it goes down and comes back, not each attempt.
 */
export async function connectRedis(url: string, purpose: string, logger: Logger): Promise<Redis> {
  // Only installations with a Redis server load the client.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    connectionName: `cenotes-${purpose}`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  })
  let away = false
  redis.on('error', (error: Error) => {
    if (!away) logger.warn({ err: error, purpose }, 'Redis is unavailable; continuing without it')
    away = true
  })
  redis.on('ready', () => {
    if (away) logger.info({ purpose }, 'Redis is back')
    away = false
  })
  return redis
}
