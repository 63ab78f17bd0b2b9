import { edgesOf, pageResolvers } from '../../../platform/graphql/connection.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { shownOnce } from '../../../platform/values/shown-once.ts'
import { createFact, factPage, updateFact } from '../administration.ts'
import type { BookContext } from '../context.ts'
import type { AgeConfiguration as ShownConfiguration, Resolvers } from '../generated/resolvers.ts'
import { ageConfigurationFact } from './administration.ts'
import { wholeMultiplier, type AgeConfiguration } from './rules/age-configuration.ts'
import type { AgeConfigurationReads } from './cached.ts'
import { validateAgeBreakdown } from './validate.ts'

type AgeConfigurationContext = BookContext<AgeConfigurationReads>

const shownOne = (configuration: AgeConfiguration): ShownConfiguration => ({
  ...configuration,
  itemId: configuration.productId,
  displayNames: configuration.names,
  pricingMultiplier: configuration.multiplier / wholeMultiplier,
  stored: ageConfigurationFact.formOf(configuration),
})

const shown = shownOnce(shownOne)

const configurationsOf = async (
  productId: string | null,
  { book }: Pick<AgeConfigurationContext, 'book'>,
): Promise<ShownConfiguration[]> => shown(await book.ageConfigurations(productId))

export const ageConfigurationResolvers = {
  Query: {
    ageConfigurations: (_parent, _arguments, context) => configurationsOf(null, context),
    allAgeConfigurations: (_parent, args, context) => factPage(ageConfigurationFact, args, context),
    ageBreakdownValidation: (_parent, { input }, context) => validateAgeBreakdown(input, context),
  },
  Mutation: withOperationKey<Resolvers<AgeConfigurationContext>['Mutation'] & object>({
    createAgeConfiguration: async (_parent, { input }, context) =>
      shownOne(await createFact(ageConfigurationFact, input, context)),
    updateAgeConfiguration: async (_parent, { input }, context) =>
      shownOne(await updateFact(ageConfigurationFact, input, context)),
  }),
  AgeConfigurationConnection: {
    ...pageResolvers<AgeConfiguration>(),
    edges: (page) => edgesOf(page).map(({ node, cursor }) => ({ node: shownOne(node), cursor })),
    nodes: ({ rows }) => rows.map(shownOne),
  },
  Cenote: { ageConfigurations: ({ id }, _arguments, context) => configurationsOf(id, context) },
  Tour: { ageConfigurations: ({ id }, _arguments, context) => configurationsOf(id, context) },
} satisfies Resolvers<AgeConfigurationContext>
