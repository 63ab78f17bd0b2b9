import { scalarsNamed } from '../../platform/scalars.ts'
import { effectiveConfigurations, type Category } from './age-configuration/index.ts'
import { calculate, type PricedItem } from './calculation/calculate.ts'
import type { Context } from './context.ts'
import { redeem } from './coupon/redeem.ts'
import { release } from './coupon/release.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { isBookable } from './service/index.ts'

/** Loads the global configurations alone. */
const noItem = '00000000-0000-0000-0000-000000000000'

const resolvers: Resolvers<Context> = {
  Query: {
    ageConfigurations: async (_parent, _arguments, { loaders }) =>
      effectiveConfigurations(await loaders.ageConfigurations.load(noItem), null),
    async exchangeRates(_parent, _arguments, { loaders }) {
      const rates = await loaders.rates()
      return {
        base: 'MXN',
        rates: rates.map(({ currency, micros }) => ({ currency, rate: micros / 1_000_000 })),
        lastUpdated: new Date(Math.max(...rates.map(({ updatedAt }) => updatedAt.getTime()))),
      }
    },
  },
  Mutation: {
    redeemCoupon: (_parent, { input }, context) => redeem(input, context),
    releaseCoupon: (_parent, { input }, context) => release(input, context),
  },
  Cenote: {
    priceCalculation: (cenote, { input }, context) => calculate('cenote', cenote, input, context),
    async services({ id }, { bookableOnly }, { loaders }) {
      const services = await loaders.services.load(id)
      return bookableOnly ? services.filter(isBookable) : services
    },
    ageConfigurations: async ({ id }, _arguments, { loaders }) =>
      effectiveConfigurations(await loaders.ageConfigurations.load(id), id),
  },
  Tour: {
    priceCalculation: (tour, { input }, context) => calculate('tour', tour, input, context),
    ageConfigurations: async ({ id }, _arguments, { loaders }) =>
      effectiveConfigurations(await loaders.ageConfigurations.load(id), id),
  },
  AgeConfiguration: {
    category: ({ category }) => category.toUpperCase() as Uppercase<Category>,
    displayNames: ({ names }) => names,
    descriptions: ({ descriptions }) => descriptions,
    pricingMultiplier: ({ multiplier }) => multiplier / 10_000,
    source: ({ itemType }) => itemType.toUpperCase() as Uppercase<typeof itemType>,
  },
  CenoteService: { isBookable },
}

/** A reference from the gateway is all there is to an item here: its id and what was required. */
const asReferenced = { __resolveReference: (reference: PricedItem): PricedItem => reference }

export const pricingResolvers = {
  ...scalarsNamed('UUID', 'DateTime', 'NonNegativeInt', 'Currency'),
  ...resolvers,
  Cenote: { ...resolvers.Cenote, ...asReferenced },
  Tour: { ...resolvers.Tour, ...asReferenced },
}
