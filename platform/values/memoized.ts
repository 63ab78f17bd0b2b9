/**
 * A function of a text whose results are remembered, at most `limit` of them: it starts again with none when there
 * are more. For what is asked for over and over with few different texts, such as dates; see bounded-cache.ts for what
 * must not be forgotten at once.
 */
export function memoized<T>(limit: number, work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found as T
    const result = work(text)
    if (known.size >= limit) known.clear()
    known.set(text, result)
    return result
  }
}
