/**
 * Memoizes a function of a text, for at most `limit` results: when there are more it starts empty again. For functions
 * called often with few different texts, such as dates; an LRUCache is for results that must not be dropped all at once.
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
