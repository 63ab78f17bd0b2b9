import { LRUCache } from 'lru-cache'

/** Each connection of the server holds a plan for each name, which is some kilobytes. */
const maxNames = 200
/** Uses after which a text gets its name, so that a flood of texts that are sent once takes none. */
const usesBeforeName = 10
const maxCounted = 2_000

/**
 * Names for statements that are composed at run time: those that are often sent are parsed and planned once for each
 * connection. Undefined for the others.
 */
export function createStatementNames(prefix: string): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const counted = new LRUCache<string, { uses: number }>({ max: maxCounted, memoMethod: () => ({ uses: 0 }) })
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNames) return known
    const count = counted.memo(text)
    count.uses += 1
    if (count.uses < usesBeforeName) return undefined
    counted.delete(text)
    const name = `${prefix}-${names.size}`
    names.set(text, name)
    return name
  }
}
