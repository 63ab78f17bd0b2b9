/** A map that drops its least recently used entry when it is full. */
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

export function createBoundedCache<V>(limit: number, weight?: Weight<V>): BoundedCache<V> {
  // A Map keeps insertion order: re-inserting on use leaves the least recently used entry first.
  const entries = new Map<string, V>()
  let total = 0
  const get = (key: string): V | undefined => {
    const value = entries.get(key)
    if (value !== undefined) {
      entries.delete(key)
      entries.set(key, value)
    }
    return value
  }
  const remove = (key: string): void => {
    const value = entries.get(key)
    if (value !== undefined && weight) total -= weight.weigh(key, value)
    entries.delete(key)
  }
  const set = (key: string, value: V): void => {
    remove(key)
    const own = weight?.weigh(key, value) ?? 0
    if (weight && own > weight.heaviest) return
    entries.set(key, value)
    total += own
    while (entries.size > limit || (weight && total > weight.limit)) {
      const oldest = entries.keys().next()
      if (oldest.done) return
      remove(oldest.value)
    }
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
