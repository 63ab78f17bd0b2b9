import DataLoader from 'dataloader'
import { createBoundedCache, type BoundedCache } from '../values/bounded-cache.ts'

/**
 * Values by key, read in batches and cached while it is known which changes end them (fact-log.ts). While it is not,
 * every read goes to the database, so that a stale value is never returned. A read that a change overtakes is returned
 * to the callers that started it before the change, and is not cached.
 */
export class InvalidatedCache<V> {
  readonly #reads: DataLoader<string, V>
  readonly #limit: number
  #cached: BoundedCache<Promise<V>>
  #trusted = false

  /**
   * `read` returns a value for every key, in their order, and each key occurs once; beyond `limit`, the least recently
   * used values are dropped.
   */
  constructor(read: (keys: readonly string[]) => Promise<V[]>, limit: number) {
    this.#reads = new DataLoader((keys) => readEachOnce(read, keys), { cache: false, maxBatchSize: 1_000 })
    this.#limit = limit
    this.#cached = createBoundedCache(limit)
  }

  load(key: string): Promise<V> {
    if (!this.#trusted) return this.#reads.load(key)
    const cached = this.#cached
    return cached.getOrCreate(key, () => {
      const reading = this.#reads.load(key)
      reading.catch(() => cached.delete(key))
      return reading
    })
  }

  /** They have changed, or may have. */
  forget(): void {
    this.#cached = createBoundedCache(this.#limit)
  }

  /** Whether what is cached may be used from now on: every change that ends a part of it was applied. */
  trust(trusted: boolean): void {
    this.#trusted = trusted
  }
}

async function readEachOnce<V>(read: (keys: readonly string[]) => Promise<V[]>, keys: readonly string[]): Promise<V[]> {
  const different = [...new Set(keys)]
  const values = await read(different)
  const byKey = new Map(different.map((key, index) => [key, values[index] as V]))
  return keys.map((key) => byKey.get(key) as V)
}
