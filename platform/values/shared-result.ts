/**
 * Work whose result all callers share while it runs and for some time after, which may depend on how long it ran; a
 * failure is not cached.
 */
export function sharedFor<T>(
  milliseconds: number | ((tookMilliseconds: number) => number),
  work: () => Promise<T>,
): () => Promise<T> {
  let current: { result: Promise<T>; until: number } | undefined
  return () => {
    if (current && performance.now() < current.until) return current.result
    const started = performance.now()
    const mine = { result: work(), until: Infinity }
    current = mine
    mine.result.then(
      () => {
        const now = performance.now()
        mine.until = now + (typeof milliseconds === 'number' ? milliseconds : milliseconds(now - started))
      },
      () => (mine.until = 0),
    )
    return mine.result
  }
}
