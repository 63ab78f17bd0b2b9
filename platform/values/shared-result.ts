/** Work whose result all callers share while it runs and for some time after; a failure is not cached. */
export function sharedFor<T>(milliseconds: number, work: () => Promise<T>): () => Promise<T> {
  let current: { result: Promise<T>; until: number } | undefined
  return () => {
    if (current && performance.now() < current.until) return current.result
    const mine = { result: work(), until: Infinity }
    current = mine
    mine.result.then(
      () => (mine.until = performance.now() + milliseconds),
      () => (mine.until = 0),
    )
    return mine.result
  }
}
