import DataLoader from 'dataloader'
import { createBoundedCache, type BoundedCache } from '../values/bounded-cache.ts'

/**
 * Facts by key, read in batches and kept as long as changes are heard of. While they are not, every read goes to the
 * database: a fact that may be stale is never handed out. A read that a change overtakes answers those who asked
 * before the change and is not kept.
 */
export class InvalidatedCache<V> {
  readonly #reads: DataLoader<string, V>
  readonly #limit: number
  #cached: BoundedCache<Promise<V>>
  #trusted = false

  /** `read` answers for every key, in their order; the facts used longest ago are forgotten beyond `limit`. */
  constructor(read: (keys: readonly string[]) => Promise<V[]>, limit: number) {
    this.#reads = new DataLoader(read, { cache: false, maxBatchSize: 1_000 })
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

  /** They may have changed. */
  forget(): void {
    this.#cached = createBoundedCache(this.#limit)
  }

  /** Whether changes are heard of from now on. */
  trust(trusted: boolean): void {
    this.#trusted = trusted
    this.forget()
  }
}
