/** A map that forgets the entry used longest ago when it is full. */
export interface BoundedCache<V> {
  getOrCreate(key: string, create: () => V): V
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
}

export function createBoundedCache<V>(limit: number): BoundedCache<V> {
  // A Map keeps insertion order: re-inserting on use keeps the oldest first.
  const entries = new Map<string, V>()
  const get = (key: string): V | undefined => {
    const value = entries.get(key)
    if (value !== undefined) {
      entries.delete(key)
      entries.set(key, value)
    }
    return value
  }
  const set = (key: string, value: V): void => {
    entries.delete(key)
    entries.set(key, value)
    if (entries.size > limit) {
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    }
  }
  return {
    get,
    set,
    delete: (key) => void entries.delete(key),
    getOrCreate(key, create) {
      const known = get(key)
      if (known !== undefined) return known
      const value = create()
      set(key, value)
      return value
    },
  }
}
