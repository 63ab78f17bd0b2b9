import type { Resolvers } from '../generated/resolvers.ts'
import type { Category } from './age-configuration.ts'
import type { AgeConfigurationContext } from './context.ts'
import { validateAgeBreakdown } from './validate.ts'

export const ageConfigurationResolvers = {
  Query: {
    ageConfigurations: (_parent, _arguments, { book }) => book.ageConfigurations(null),
    ageBreakdownValidation: (_parent, { input }, context) => validateAgeBreakdown(input, context),
  },
  Cenote: { ageConfigurations: ({ id }, _arguments, { book }) => book.ageConfigurations(id) },
  Tour: { ageConfigurations: ({ id }, _arguments, { book }) => book.ageConfigurations(id) },
  AgeConfiguration: {
    category: ({ category }) => category.toUpperCase() as Uppercase<Category>,
    displayNames: ({ names }) => names,
    descriptions: ({ descriptions }) => descriptions,
    pricingMultiplier: ({ multiplier }) => multiplier / 10_000,
    source: ({ itemType }) => itemType.toUpperCase() as Uppercase<typeof itemType>,
  },
} satisfies Resolvers<AgeConfigurationContext>
