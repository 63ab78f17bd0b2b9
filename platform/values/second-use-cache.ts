import { createBoundedCache, type Weight } from './bounded-cache.ts'

export interface SecondUseCacheOptions<V> {
  /** The maximum number and total weight of entries that were used twice; new entries come on top. */
  readonly entries: number
  readonly weight: Weight<V>
  /** Called when a value is used for the second time, which it is not when it may never stay. */
  readonly stays?: (value: V) => boolean
}

/** Additional space for new entries, in number and weight: enough for all that is in use in turn. */
const newcomersShare = 0.5

/** A cache whose main part takes an entry at its second use. */
export interface SecondUseCache<V> {
  get(key: string): V | undefined
  /** Stores a new value among the new entries, and a known one where it is. */
  set(key: string, value: V): void
  delete(key: string): void
}

/**
 * A bounded cache that a flood of one-time keys cannot empty: new entries only evict one another in a small part, and
 * entries that were used again are in the other.
 */
export function createSecondUseCache<V>({
  entries,
  weight,
  stays = () => true,
}: SecondUseCacheOptions<V>): SecondUseCache<V> {
  const settled = createBoundedCache<V>(entries, weight)
  const newcomers = createBoundedCache<V>(Math.max(1, Math.floor(entries * newcomersShare)), {
    ...weight,
    limit: Math.max(weight.heaviest, Math.floor(weight.limit * newcomersShare)),
  })
  return {
    get(key) {
      const known = settled.get(key)
      if (known !== undefined) return known
      const value = newcomers.get(key)
      if (value === undefined || !stays(value)) return value
      newcomers.delete(key)
      settled.set(key, value)
      return value
    },
    set(key, value) {
      if (settled.get(key) === undefined) newcomers.set(key, value)
      else settled.set(key, value)
    },
    delete(key) {
      newcomers.delete(key)
      settled.delete(key)
    },
  }
}
