import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import { turn } from '../process/turn.ts'

/** The part of a cache that the log of changes uses. */
export interface Invalidated {
  /** Drops every value: some have changed, or may have. */
  forget(): void
  /** Whether cached values may be used from now on: every change that ends one of them was applied. */
  trust(trusted: boolean): void
}

/**
 * Values by key, read in batches and cached while it is known which changes end them (fact-log.ts). While it is not,
 * every read goes to the database, so that a stale value is never returned. A read that a change overtakes is returned
 * to the callers that started it before the change, and is not cached.
 */
export class InvalidatedCache<V> implements Invalidated {
  readonly #reads: DataLoader<string, V>
  readonly #cached: LRUCache<string, Promise<V>>
  #trusted = false

  /**
   * `read` returns a value for every key, in their order, and each key occurs once; beyond `limit`, the least recently
   * used values are dropped.
   */
  constructor(read: (keys: readonly string[]) => Promise<V[]>, limit: number) {
    this.#reads = new DataLoader((keys) => readEachOnce(read, keys), {
      cache: false,
      maxBatchSize: 1_000,
      batchScheduleFn: turn.schedule,
    })
    this.#cached = new LRUCache({ max: limit })
  }

  load(key: string): Promise<V> {
    if (!this.#trusted) return this.#reads.load(key)
    const cached = this.#cached.get(key)
    if (cached) return cached
    const reading = this.#reads.load(key)
    this.#cached.set(key, reading)
    reading.catch(() => this.#cached.peek(key) === reading && this.#cached.delete(key))
    return reading
  }

  forget(): void {
    this.#cached.clear()
  }

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
