import type { Json } from '../testkit/responses.ts'
import type { Entry } from './entry.ts'

export interface Difference {
  readonly operation: string
  readonly step: string
  /** Where in the entry: `status`, `headers.etag`, `body.data[2].name`; empty for an entry that only one has. */
  readonly path: string
  readonly old: Json
  readonly new: Json
}

type Found = Pick<Difference, 'path' | 'old' | 'new'>

/** The differences between two normalized recordings, by operation. */
export function compareRecordings(old: readonly Entry[], next: readonly Entry[]): Difference[] {
  const keyOf = ({ operation, step }: Entry): string => `${operation}\n${step}`
  const others = new Map(next.map((entry) => [keyOf(entry), entry]))
  const paired = old.flatMap((entry) => {
    const other = others.get(keyOf(entry))
    others.delete(keyOf(entry))
    const { operation, step } = entry
    const found = other ? entryDifferences(entry, other) : [{ path: '', old: statusOf(entry), new: undefined }]
    return found.map((one) => ({ operation, step, ...one }))
  })
  const added = [...others.values()].map((entry) => {
    const { operation, step } = entry
    return { operation, step, path: '', old: undefined, new: statusOf(entry) }
  })
  return [...paired, ...added]
}

const statusOf = ({ status }: Entry): string => `an entry${status === undefined ? '' : ` with status ${status}`}`

const entryDifferences = (old: Entry, next: Entry): Found[] =>
  (['request', 'status', 'headers', 'body'] as const).flatMap((part) => differences(old[part], next[part], part))

/** Members that only one has, other values, and another order of members or elements. */
export function differences(old: Json, next: Json, path: string): Found[] {
  if (Object.is(old, next)) return []
  if (Array.isArray(old) && Array.isArray(next)) return elementDifferences(old, next, path)
  if (isObject(old) && isObject(next)) return memberDifferences(old, next, path)
  return [{ path, old, new: next }]
}

const isObject = (value: Json): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

function memberDifferences(old: Json, next: Json, path: string): Found[] {
  const common = (one: Json, other: Json): string[] =>
    Object.keys(one as object).filter((name) => Object.hasOwn(other, name))
  const [before, after] = [common(old, next), common(next, old)]
  const isReordered = before.some((name, index) => after[index] !== name)
  const names = new Set([...Object.keys(old as object), ...Object.keys(next as object)])
  return [
    ...(isReordered ? [{ path: `${path} (order of members)`, old: before.join(', '), new: after.join(', ') }] : []),
    ...[...names].flatMap((name) => differences(old[name], next[name], `${path}.${name}`)),
  ]
}

/** Without what is equal at both ends, so that one element more is one difference. */
function elementDifferences(old: Json[], next: Json[], path: string): Found[] {
  const texts = [old, next].map((list) => list.map((value) => JSON.stringify(value)))
  const [before = [], after = []] = texts
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const [left, right] = [old.slice(start, old.length - end), next.slice(start, next.length - end)]
  if (left.length > 1 && String([...before].sort()) === String([...after].sort()))
    return [{ path: `${path} (order of elements)`, old: left, new: right }]
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
    differences(left[index], right[index], `${path}[${start + index}]`),
  ).flat()
}
