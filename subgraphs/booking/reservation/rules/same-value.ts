/** Whether two plain values are the same, whatever the order of their members; an absent member equals null. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) =>
    isSameValue((a as Record<string, unknown>)[name] ?? null, (b as Record<string, unknown>)[name] ?? null),
  )
}
