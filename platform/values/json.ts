import { createHash } from 'node:crypto'

/** Whether a value is a JSON object: neither null nor a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns a SHA-256 of a JSON value in base64url that does not depend on the order of its members. Not recursive,
 * because values may be deeply nested.
 */
export function jsonFingerprint(value: unknown): string {
  const hash = createHash('sha256')
  const pending: ({ readonly value: unknown } | string)[] = [{ value }]
  // Hashed in pieces of 64 KiB, because one update for each value is too slow.
  let text = ''
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (text.length > 65_536) {
      hash.update(text)
      text = ''
    }
    if (typeof next === 'string') text += next
    else if (Array.isArray(next.value)) {
      pending.push(']')
      for (const inner of next.value.toReversed() as unknown[]) pending.push({ value: inner })
      text += '['
    } else if (isObject(next.value)) {
      pending.push('}')
      const fields = Object.entries(next.value).sort(([a], [b]) => (a < b ? 1 : -1))
      for (const [name, inner] of fields) pending.push({ value: inner }, `${JSON.stringify(name)}:`)
      text += '{'
    } else text += `${JSON.stringify(next.value)},`
  }
  return hash.update(text).digest('base64url')
}

/** Whether two plain values are the same, whatever the order of their members; an absent member equals null. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) =>
    isSameValue((a as Record<string, unknown>)[name] ?? null, (b as Record<string, unknown>)[name] ?? null),
  )
}
