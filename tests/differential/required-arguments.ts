import type { Chance } from '../../bench/chance.ts'

/** Declarations of arguments, as fields have them. */
export const argumentLists = [
  '(x: Int = 3)',
  '(x: Int)',
  '(n: Int! = 2, by: Filter)',
  '(by: Filter = { min: 7 })',
  '(ids: [ID!], c: Colour = RED)',
  '(s: String!)',
]

/** Arguments as a `@requires` gives them. */
export function argumentsFor(declared: string, chance: Chance): string {
  if (declared.startsWith('(x: Int = 3')) return chance.often(0.5) ? '' : `(x: ${chance.below(9)})`
  if (declared.startsWith('(x: Int)')) return `(x: ${chance.below(9)})`
  if (declared.startsWith('(n:')) return `(n: ${chance.below(9)}, by: { min: 5, colour: BLUE })`
  if (declared.startsWith('(by:')) return chance.often(0.5) ? '' : '(by: { min: 4 })'
  if (declared.startsWith('(ids:')) return `(ids: [${chance.below(9)}], c: BLUE)`
  return `(s: "${'abc'[chance.below(3)]}")`
}
