import { scalarsNamed } from '../../platform/scalars.ts'
import type { Category } from './age-configuration/index.ts'
import { calculate, type PricedItem } from './calculation/calculate.ts'
import type { Context } from './context.ts'
import { redeem } from './coupon/redeem.ts'
import { release } from './coupon/release.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { isBookable } from './service/index.ts'

const resolvers: Resolvers<Context> = {
  Query: {
    ageConfigurations: (_parent, _arguments, { book }) => book.ageConfigurations(null),
    async exchangeRates(_parent, _arguments, { book }) {
      const rates = await book.rates()
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
    async services({ id }, { bookableOnly }, { book }) {
      const services = await book.services(id)
      return bookableOnly ? services.filter(isBookable) : services
    },
    ageConfigurations: ({ id }, _arguments, { book }) => book.ageConfigurations(id),
  },
  Tour: {
    priceCalculation: (tour, { input }, context) => calculate('tour', tour, input, context),
    ageConfigurations: ({ id }, _arguments, { book }) => book.ageConfigurations(id),
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
  ...scalarsNamed('UUID', 'DateTime', 'NonNegativeInt', 'Currency', 'Latitude', 'Longitude'),
  ...resolvers,
  Cenote: { ...resolvers.Cenote, ...asReferenced },
  Tour: { ...resolvers.Tour, ...asReferenced },
}
