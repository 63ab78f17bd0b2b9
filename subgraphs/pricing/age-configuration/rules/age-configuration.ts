import type { Page } from '../../../../platform/graphql/connection.ts'
import type { LocalizedText } from '../../../../platform/values/i18n.ts'
import { ageCategories, type AgeCategory } from '../../../../schema/ages.ts'
import { proportionOf } from '../../money.ts'

/** Age categories in age order (docs/partner-api/pricing.md#age-configurations). */
export const categories = ageCategories
export type Category = AgeCategory

export interface AgeConfiguration {
  readonly id: string
  readonly version: number
  readonly source: 'global' | 'cenote' | 'tour'
  readonly productId: string | null
  readonly category: Category
  readonly names: LocalizedText
  readonly descriptions: LocalizedText
  readonly minAge: number
  readonly maxAge: number | null
  /** Ten-thousandths of the base price. */
  readonly multiplier: number
  readonly isActive: boolean
  readonly displayOrder: number
}

export type AgeConfigurationPage = Page<AgeConfiguration>

/** The five configurations of a product: its own if it has an active one for the category, otherwise the global one. */
export function effectiveConfigurations(
  all: readonly AgeConfiguration[],
  productId: string | null,
): AgeConfiguration[] {
  return categories.map((category) => {
    const candidates = all.filter((configuration) => configuration.category === category)
    const found =
      candidates.find(
        (configuration) => productId !== null && configuration.productId === productId && configuration.isActive,
      ) ?? candidates.find(({ source }) => source === 'global')
    if (!found) throw new Error(`There is no global age configuration for ${category}`)
    return found
  })
}

/** The multiplier of the full price. */
export const wholeMultiplier = 10_000

/** The price of some people of an age category, in whole cents, from the price of an adult. */
export const agePrice = (adultCents: number, quantity: number, multiplier: number): number =>
  proportionOf(quantity * adultCents, multiplier, wholeMultiplier)

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
