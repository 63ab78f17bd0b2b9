import type { Counters, Reading, Verdict, Window } from './window.ts'

/** A current fixed window. */
interface Span {
  used: number
  resetAt: number
}

/** Instants of the uses in a sliding window, oldest first from `head` on. */
interface Trail {
  instants: number[]
  head: number
  resetAt: number
}

interface StoredCounters {
  readonly spans: Map<string, Span>
  readonly trails: Map<string, Trail>
}

/** Maximum number of counters: callers from ever new addresses must not fill the memory. */
const maxCounters = 200_000
const sweepMilliseconds = 30_000

/** Counters of this process alone. `now` is in milliseconds. */
export function createMemoryCounters(now: () => number = Date.now): Counters {
  const stored: StoredCounters = { spans: new Map(), trails: new Map() }
  let nextSweep = now() + sweepMilliseconds
  return {
    take(windows) {
      const instant = now()
      if (instant >= nextSweep) {
        sweep(stored, instant)
        nextSweep = instant + sweepMilliseconds
      }
      return Promise.resolve(takeAt(stored, windows, instant))
    },
    refund(windows) {
      for (const { key } of windows) {
        const span = stored.spans.get(key)
        if (span && span.used > 0) span.used -= 1
        const trail = stored.trails.get(key)
        if (trail && trail.instants.length > trail.head) trail.instants.pop()
      }
      return Promise.resolve()
    },
  }
}

function takeAt(stored: StoredCounters, windows: readonly Window[], now: number): Verdict {
  const retries = windows.map((window) => (window.kind === 'fixed' ? retryOfSpan : retryOfTrail)(stored, window, now))
  const admitted = retries.every((retryAt) => retryAt === undefined)
  if (admitted) for (const window of windows) (window.kind === 'fixed' ? useSpan : useTrail)(stored, window, now)
  return { admitted, now, readings: windows.map((window, index) => reading(stored, window, now, retries[index])) }
}

function retryOfSpan({ spans }: StoredCounters, { key, limit, cost }: Window, now: number): number | undefined {
  const span = spans.get(key)
  if (!span || span.resetAt <= now) {
    spans.delete(key)
    return cost > limit ? now : undefined
  }
  return span.used + cost > limit ? span.resetAt : undefined
}

function useSpan({ spans }: StoredCounters, { key, seconds, cost }: Window, now: number): void {
  const span = spans.get(key)
  if (span) span.used += cost
  else put(spans, key, { used: cost, resetAt: now + seconds * 1_000 })
}

function retryOfTrail({ trails }: StoredCounters, { key, limit, seconds }: Window, now: number): number | undefined {
  const trail = trails.get(key)
  if (!trail) return undefined
  const length = seconds * 1_000
  while ((trail.instants[trail.head] ?? Infinity) <= now - length) trail.head += 1
  // The unused part is dropped once it is the larger one, so that each instant is moved at most once.
  if (trail.head > 64 && trail.head * 2 > trail.instants.length) {
    trail.instants = trail.instants.slice(trail.head)
    trail.head = 0
  }
  return trail.instants.length - trail.head >= limit ? (trail.instants[trail.head] ?? now) + length : undefined
}

function useTrail({ trails }: StoredCounters, { key, seconds }: Window, now: number): void {
  const trail = trails.get(key)
  const resetAt = now + seconds * 1_000
  if (!trail) return put(trails, key, { instants: [now], head: 0, resetAt })
  trail.instants.push(now)
  trail.resetAt = resetAt
}

function reading({ spans, trails }: StoredCounters, window: Window, now: number, retryAt: number | undefined): Reading {
  const { key, limit, seconds } = window
  const span = window.kind === 'fixed' ? spans.get(key) : undefined
  const trail = window.kind === 'sliding' ? trails.get(key) : undefined
  const used = span?.used ?? (trail ? trail.instants.length - trail.head : 0)
  return {
    limit,
    seconds,
    remaining: Math.max(0, limit - used),
    resetAt: span?.resetAt ?? (trail && used > 0 ? trail.resetAt : now + seconds * 1_000),
    ...(retryAt === undefined ? {} : { retryAt: Math.max(retryAt, now + 1) }),
  }
}

function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value)
  if (map.size <= maxCounters) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}

function sweep({ spans, trails }: StoredCounters, now: number): void {
  for (const map of [spans, trails]) for (const [key, { resetAt }] of map) if (resetAt <= now) map.delete(key)
}
