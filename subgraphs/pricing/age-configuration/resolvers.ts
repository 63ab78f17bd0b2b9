import { shownOnce } from '../../../platform/values/shown-once.ts'
import type { AgeConfiguration as ShownConfiguration, Resolvers } from '../generated/resolvers.ts'
import type { AgeConfiguration, Category } from './age-configuration.ts'
import type { AgeConfigurationContext } from './context.ts'
import { validateAgeBreakdown } from './validate.ts'

const shown = shownOnce(
  ({ category, names, multiplier, itemType, itemId: _, ...configuration }: AgeConfiguration): ShownConfiguration => ({
    ...configuration,
    category: category.toUpperCase() as Uppercase<Category>,
    displayNames: names,
    pricingMultiplier: multiplier / 10_000,
    source: itemType.toUpperCase() as Uppercase<typeof itemType>,
  }),
)

const configurationsOf = async (
  itemId: string | null,
  { book }: Pick<AgeConfigurationContext, 'book'>,
): Promise<ShownConfiguration[]> => shown(await book.ageConfigurations(itemId))

export const ageConfigurationResolvers = {
  Query: {
    ageConfigurations: (_parent, _arguments, context) => configurationsOf(null, context),
    ageBreakdownValidation: (_parent, { input }, context) => validateAgeBreakdown(input, context),
  },
  Cenote: { ageConfigurations: ({ id }, _arguments, context) => configurationsOf(id, context) },
  Tour: { ageConfigurations: ({ id }, _arguments, context) => configurationsOf(id, context) },
} satisfies Resolvers<AgeConfigurationContext>
