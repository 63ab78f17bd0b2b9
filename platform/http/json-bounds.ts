/** How deep the JSON of a request may nest. Deeper values exhaust the stack of code that descends by recursion. */
export const maxJsonDepth = 64

/** Bounds of an object without a documented shape. */
export const maxOpenObjectDepth = 16
export const maxOpenObjectCharacters = 2_000

/**
 * The field error of an object without a documented shape (schema/field-errors.ts), with the path of the member at fault;
 * undefined when it is within its bounds.
 */
export function openObjectError(value: object) {
  if (nestsDeeperThan(value, maxOpenObjectDepth))
    return { path: [], fieldError: { code: 'TOO_DEEP', max: maxOpenObjectDepth } } as const
  if (JSON.stringify(value).length > maxOpenObjectCharacters)
    return { path: [], fieldError: { code: 'JSON_TOO_LONG', max: maxOpenObjectCharacters } } as const
  const path = inexactNumber(value)
  return path && ({ path, fieldError: { code: 'OUT_OF_RANGE', min: -maxInteger, max: maxInteger } } as const)
}

const maxInteger = Number.MAX_SAFE_INTEGER

/**
 * The path of a number that cannot be returned as it was sent, because it exceeds 2^53 - 1: parsing rounded it, or made
 * it infinite. Does not recurse.
 */
export function inexactNumber(value: unknown): readonly string[] | undefined {
  const pending: [value: unknown, path: readonly string[]][] = [[value, []]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [inner, path] = next
    if (typeof inner === 'number' && !(Math.abs(inner) <= maxInteger)) return path
    if (isContainer(inner)) for (const [name, member] of Object.entries(inner)) pending.push([member, [...path, name]])
  }
  return undefined
}

/** Whether arrays and objects nest deeper than a number of levels; a plain value has none. Does not recurse. */
export function nestsDeeperThan(value: unknown, maxDepth: number): boolean {
  let level = [value].filter(isContainer)
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap((container) => Object.values(container).filter(isContainer))
  }
  return false
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
