/** A map that drops what was not used recently when it is full. */
export interface BoundedCache<V> {
  getOrCreate(key: string, create: () => V): V
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
}

/** A limit beside the number of entries, for entries of very different size. */
export interface Weight<V> {
  readonly weigh: (key: string, value: V) => number
  /** What all entries together may weigh. */
  readonly limit: number
  /** A heavier entry is not cached at all: it would evict many others. */
  readonly heaviest: number
}

interface Entry<V> {
  readonly value: V
  /** Read since it was stored, or since an eviction passed it over. */
  isUsed: boolean
}

/**
 * Evicts by the second-chance algorithm: the oldest entry goes, unless it was read; then it counts as new once more. A
 * read only marks its entry: moving it would cost more than the read.
 */
export function createBoundedCache<V>(limit: number, weight?: Weight<V>): BoundedCache<V> {
  // A Map has its entries in the order in which they were inserted.
  const entries = new Map<string, Entry<V>>()
  let total = 0
  const get = (key: string): V | undefined => {
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    entry.isUsed = true
    return entry.value
  }
  const remove = (key: string): void => {
    const entry = entries.get(key)
    if (entry !== undefined && weight) total -= weight.weigh(key, entry.value)
    entries.delete(key)
  }
  const evict = (own: number): void => {
    for (const [key, entry] of entries) {
      if (entries.size < limit && (!weight || total + own <= weight.limit)) return
      if (!entry.isUsed) remove(key)
      else {
        entries.delete(key)
        // The loop reaches it again after all others.
        entries.set(key, { value: entry.value, isUsed: false })
      }
    }
  }
  const set = (key: string, value: V): void => {
    remove(key)
    const own = weight?.weigh(key, value) ?? 0
    if (weight && own > weight.heaviest) return
    evict(own)
    entries.set(key, { value, isUsed: false })
    total += own
  }
  return {
    get,
    set,
    delete: remove,
    getOrCreate(key, create) {
      const known = get(key)
      if (known !== undefined) return known
      const value = create()
      set(key, value)
      return value
    },
  }
}
