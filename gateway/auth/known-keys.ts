import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { environments, type Environment } from '../../platform/trust/identity.ts'
import { startJob, type JobObserver } from '../../platform/process/job.ts'
import { isDependencyDown } from '../../platform/process/failures.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { Caller } from '../caller.ts'
import { parseApiKey, type KeyParts } from './api-key.ts'
import type { AccessRepository, StoredKey } from '../database/repository.ts'
import { isOfStaff } from './scopes.ts'

/** Counts a guess, and returns a function that takes it back. */
export type Guess = () => Promise<() => Promise<void>>

/** A cache of the keys that this process has looked up. */
export interface KnownKeys {
  /**
   * Whose key it is; null for one that is malformed, unknown, revoked or expired. `guess` counts a key that is not
   * known here before it is looked up, or throws.
   */
  find(apiKey: string, guess: Guess): Promise<Caller | null>
  /** Calls back once when a key ends that a connection still uses. Returns a function that ends the watch. */
  watch(caller: Caller, onEnd: () => void): () => void
  close(): Promise<void>
}

/**
 * Together these make a revocation effective on every replica within 5 seconds without a word between them: what was
 * looked up is trusted this long, and keys that connections hold are looked at this often.
 */
const cacheMilliseconds = 3_000
const watchMilliseconds = 2_000
/** Uses are written in batches: a write for each request would cost more than the request. */
const noteMilliseconds = 10_000

export interface KnownKeysOptions {
  /** Which stored keys are accepted. */
  readonly admits: (key: StoredKey) => boolean
  readonly logger: Logger
  readonly observer?: JobObserver
}

export function createKnownKeys(
  repository: AccessRepository,
  { admits, logger, observer }: KnownKeysOptions,
): KnownKeys {
  // Right and wrong keys apart: no number of wrong ones pushes a right one out.
  const known = new LRUCache<string, { caller: Caller; until: number }>({ max: 10_000 })
  const wrong = new LRUCache<string, number>({ max: 10_000 })
  const perEnvironment = <T>(make: () => T): Record<Environment, T> => ({ live: make(), sandbox: make() })
  /** Pending look-ups by key. */
  const lookUps = new Map<string, Promise<Caller | null>>()
  const uses = perEnvironment(() => new Map<string, Date>())
  const watched = perEnvironment(() => new Map<string, Set<() => void>>())

  /** Looks up a key that was not looked up recently; one that was right before does not count as a guess. */
  async function look(apiKey: string, guess: Guess | undefined): Promise<Caller | null> {
    const parts = parseApiKey(apiKey)
    if (!parts) return null
    const name = parts.hash.toString('base64')
    if ((wrong.get(name) ?? 0) > performance.now()) return null
    const refund = await guess?.()
    let isWrong = false
    try {
      const until = performance.now() + cacheMilliseconds
      const caller = await read(parts)
      isWrong = caller === null
      if (caller) known.set(apiKey, { caller, until })
      // A key that does not exist now will not exist later: keys are too long to be guessed.
      if (isWrong) wrong.set(name, performance.now() + cacheMilliseconds)
      return caller
    } finally {
      if (!isWrong) await refund?.()
    }
  }

  /** Concurrent requests with the same key share one look-up, which counts as one guess. */
  async function lookOnce(apiKey: string, guess: Guess | undefined): Promise<Caller | null> {
    const other = lookUps.get(apiKey)
    if (other)
      return other.catch((error: unknown) => {
        if (isDependencyDown(error)) throw error
        // The other request may have come from an address that has no guesses left.
        return look(apiKey, guess)
      })
    const own = look(apiKey, guess).finally(() => lookUps.delete(apiKey))
    lookUps.set(apiKey, own)
    return own
  }

  async function read(parts: KeyParts): Promise<Caller | null> {
    const key = await repository.findKeyByHash(parts.environment, parts.hash)
    if (!key || !timingSafeEqual(key.hash, parts.hash) || key.revokedAt || !admits(key)) return null
    return { environment: parts.environment, key, isOfStaff: isOfStaff(key) }
  }

  async function endWatched(): Promise<void> {
    for (const environment of environments) {
      const keys = watched[environment]
      if (keys.size === 0) continue
      for (const id of await repository.findEnded(environment, [...keys.keys()])) {
        const listeners = keys.get(id) ?? []
        keys.delete(id)
        for (const listener of listeners) listener()
      }
    }
  }

  async function writeUses(environment: Environment): Promise<void> {
    if (uses[environment].size === 0) return
    const batch = uses[environment]
    uses[environment] = new Map()
    await repository.noteUses(environment, batch)
  }

  const watching = setInterval(() => {
    endWatched().catch((error: unknown) =>
      logger.warn({ err: error }, 'the keys of open connections could not be looked at; it will be tried again'),
    )
  }, watchMilliseconds).unref()
  const noting = startJob(
    'recording uses of keys',
    noteMilliseconds,
    ({ environment }) => writeUses(environment).then(() => false),
    logger,
    observer,
  )

  return {
    async find(apiKey, guess) {
      const steady = performance.now()
      const cached = known.get(apiKey)
      let caller = cached && cached.until > steady ? cached.caller : null
      if (!caller) {
        caller = await lookOnce(apiKey, cached ? undefined : guess)
        if (!caller) {
          known.delete(apiKey)
          return null
        }
      }
      const { environment, key } = caller
      const now = repository.clock.now()
      if (key.expiresAt && key.expiresAt <= now) return null
      uses[environment].set(key.id, now)
      return caller
    },
    watch({ environment, key }, onEnd) {
      const keys = watched[environment]
      const listeners = keys.get(key.id) ?? new Set()
      keys.set(key.id, listeners.add(onEnd))
      return () => {
        listeners.delete(onEnd)
        if (listeners.size === 0 && keys.get(key.id) === listeners) keys.delete(key.id)
      }
    },
    async close() {
      clearInterval(watching)
      await noting.stop()
      await Promise.all(environments.map(writeUses)).catch((error: unknown) =>
        logger.warn({ err: error }, 'the last uses of keys were not written'),
      )
    },
  }
}
