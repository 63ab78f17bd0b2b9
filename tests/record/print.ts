import type { Json } from '../testkit/responses.ts'
import type { Difference } from './compare.ts'

const maxCharacters = 300
const shown = (value: Json): string => {
  const text = value === undefined ? 'absent' : JSON.stringify(value)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}...` : text
}
/** The same place in every element of a list, and in every reservation of a page, is one line. */
const placeOf = ({ path }: Difference): string => path.replace(/\[\d+\]/g, '[]')

/** Differences by operation; those at the same place once, with how often and where first. */
export function describeDifferences(differences: readonly Difference[]): string {
  if (differences.length === 0) return 'No difference.'
  const operations = groupBy(differences, ({ operation }) => operation)
  const parts = [...operations].map(([operation, found]) => {
    const places = [...groupBy(found, placeOf)].map(([place, [first, ...more]]) => {
      const { step, old, new: next } = first as Difference
      const count = more.length === 0 ? '' : `, ${more.length} more`
      return `  ${place || 'entry'} (${step}${count})\n    old: ${shown(old)}\n    new: ${shown(next)}`
    })
    return [operation, ...places].join('\n')
  })
  return [...parts, `${differences.length} differences in ${operations.size} operations.`].join('\n\n')
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
