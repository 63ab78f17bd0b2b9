import { Redis } from 'ioredis'
import type { Logger } from '../process/logger.ts'

export type { Redis }

/**
 * A connection to the Redis server that replicas share. Redis carries wake-ups and counters, never the truth, so
 * nothing waits for it: while it is away commands fail at once and the connection is tried again, first after 100 ms,
 * at most every second. The log tells when it goes and when it is back, not each attempt.
 */
export function connectRedis(url: string, purpose: string, logger: Logger): Redis {
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
    if (!away) logger.warn({ err: error, purpose }, 'Redis is away; going on without it')
    away = true
  })
  redis.on('ready', () => {
    if (away) logger.info({ purpose }, 'Redis is back')
    away = false
  })
  return redis
}
