import { setTimeout as delay } from 'node:timers/promises'

/** PostgreSQL rolled the transaction back for another one: a serialization failure, a deadlock. Run again it succeeds. */
const codes = new Set<unknown>(['40001', '40P01'])
const maxAttempts = 4
const maxPauseMilliseconds = 50

/** Runs a whole transaction again when PostgreSQL rolled it back for another one. */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === maxAttempts || !codes.has((error as { code?: unknown }).code)) throw error
    }
    // Two that ended each other do not meet again at once.
    await delay(Math.random() * maxPauseMilliseconds * attempt)
  }
}
