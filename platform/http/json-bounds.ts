/** How deep the JSON of a request may nest. Deeper values exhaust the stack of code that descends by recursion. */
export const maxJsonDepth = 64

/** Bounds of an object without a documented shape. */
export const maxOpenObjectDepth = 16
export const maxOpenObjectCharacters = 2_000

/** The field error of an object without a documented shape, by its code (schema/field-errors.ts); undefined when it is within its bounds. */
export function openObjectError(value: object) {
  if (nestsDeeperThan(value, maxOpenObjectDepth)) return { code: 'TOO_DEEP', max: maxOpenObjectDepth } as const
  if (JSON.stringify(value).length > maxOpenObjectCharacters)
    return { code: 'JSON_TOO_LONG', max: maxOpenObjectCharacters } as const
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
