import { LRUCache } from 'lru-cache'

export interface SecondUseCacheOptions<V extends object | string> {
  /** The maximum number of entries that were used twice; new entries come on top. */
  readonly max: number
  /** The maximum size of all entries that were used twice. */
  readonly maxSize: number
  /** A larger entry is not cached: it would evict many others. */
  readonly maxEntrySize: number
  readonly sizeCalculation: (value: V, key: string) => number
  /** Called when a value is used for the second time, which it is not when it may never stay. */
  readonly stays?: (value: V) => boolean
}

/** Additional space for new entries, in number and size: enough for all that is in use in turn. */
const newcomersShare = 0.5

/**
 * A cache that a flood of one-time keys cannot empty, as it would empty one cache that evicts by recency: new entries
 * only evict one another in a small part, and entries that were used again are in the other.
 */
export class SecondUseCache<V extends object | string> {
  readonly #settled: LRUCache<string, V>
  readonly #newcomers: LRUCache<string, V>
  readonly #stays: (value: V) => boolean

  constructor({ max, maxSize, maxEntrySize, sizeCalculation, stays = () => true }: SecondUseCacheOptions<V>) {
    const limits = {
      max,
      maxSize,
      maxEntrySize,
      // The library refuses an entry of no size.
      sizeCalculation: (value: V, key: string): number => Math.max(1, sizeCalculation(value, key)),
    }
    this.#settled = new LRUCache(limits)
    this.#newcomers = new LRUCache({
      ...limits,
      max: Math.max(1, Math.floor(max * newcomersShare)),
      maxSize: Math.max(maxEntrySize, Math.floor(maxSize * newcomersShare)),
    })
    this.#stays = stays
  }

  get(key: string): V | undefined {
    const known = this.#settled.get(key)
    if (known !== undefined) return known
    const value = this.#newcomers.get(key)
    if (value === undefined || !this.#stays(value)) return value
    this.#newcomers.delete(key)
    this.#settled.set(key, value)
    return value
  }

  /** Whether a key has a value. Does not count as a use. */
  has(key: string): boolean {
    return this.#settled.has(key) || this.#newcomers.has(key)
  }

  /** Stores a new value among the new entries, and a known one where it is. */
  set(key: string, value: V): void {
    if (this.#settled.has(key)) this.#settled.set(key, value)
    else this.#newcomers.set(key, value)
  }

  delete(key: string): void {
    this.#newcomers.delete(key)
    this.#settled.delete(key)
  }
}
