import { categories, type AgeConfiguration } from './age-configuration.ts'

type AgeRange = Pick<AgeConfiguration, 'category' | 'minAge' | 'maxAge' | 'isActive'>

const rank = ({ category }: AgeRange): number => categories.indexOf(category)

/** The first two in use whose ages overlap, or are not in the order of their categories; younger category first. */
export function firstOverlap<Range extends AgeRange>(ranges: readonly Range[]): readonly [Range, Range] | undefined {
  const inUse = ranges.filter(({ isActive }) => isActive).toSorted((a, b) => rank(a) - rank(b))
  for (const [index, older] of inUse.entries()) {
    const younger = inUse.slice(0, index).find(({ maxAge }) => (maxAge ?? Infinity) >= older.minAge)
    if (younger) return [younger, older]
  }
  return undefined
}
