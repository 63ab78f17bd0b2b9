import { InvalidatedCache, type Invalidated } from '../../platform/postgres/invalidated-cache.ts'

/** The cached reads of a feature, and the tables behind each of its caches. */
export interface Cached<Reads> {
  readonly reads: Reads
  readonly tables: Readonly<Record<string, Invalidated>>
}

/** Items whose facts are cached; a cenote's services and transport take a few kilobytes. */
export const maxCachedItems = 5_000

/** One value of an environment, such as its rules or rates. */
export function cachedValue<Value>(find: () => Promise<Value>): {
  readonly cache: InvalidatedCache<Value>
  readonly read: () => Promise<Value>
} {
  const cache = new InvalidatedCache<Value>(async () => [await find()], 1)
  return { cache, read: () => cache.load('') }
}
