import { moneyText } from '../../../../../platform/values/display.ts'
import { isAmountName } from '../../../../../schema/amount-names.ts'

/** One changed value and the path to it. */
export interface Difference {
  readonly path: readonly string[]
  readonly before: unknown
  readonly after: unknown
}

/** The single values that differ, in their order; items of lists that have an `id` are compared by it. */
export function differences(before: unknown, after: unknown, path: readonly string[] = []): Difference[] {
  const [left, right] = [membersOf(before), membersOf(after)]
  // A list or object compared with nothing is read member by member, too.
  if (!left && !right) return isSame(before, after) ? [] : [{ path, before, after }]
  if ((before != null && !left) || (after != null && !right)) return [{ path, before, after }]
  const names = new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])
  return [...names].flatMap((name) => differences(left?.get(name), right?.get(name), [...path, name]))
}

const isSame = (one: unknown, other: unknown): boolean => (one ?? null) === (other ?? null)

interface Item {
  readonly id?: unknown
  readonly lastFour?: unknown
}

/** Members by name; those of a list by what identifies them. Undefined for a single value and for a list of texts. */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) return new Map(Object.entries(value))
  const items = value as readonly unknown[]
  if (items.some((item) => typeof item !== 'object' || item === null)) return undefined
  return new Map(items.map((item, index) => [nameOf(item as Item, index), item]))
}

function nameOf({ id, lastFour }: Item, index: number): string {
  if (typeof lastFour === 'string') return `…${lastFour}`
  return typeof id === 'string' ? id : String(index + 1)
}

/** A single value as text; a list by its items. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(shownValue).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A value as the form at that path shows it: amounts in units of the currency. */
export const shownAt = (path: readonly string[], value: unknown): string =>
  typeof value === 'number' && isAmountName(path.at(-1) ?? '') ? moneyText(value, 'MXN') : shownValue(value)
