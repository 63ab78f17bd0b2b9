import type { FeatureResolvers } from '../../../platform/graphql/merge-resolvers.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { isActiveItem, type PricedItem } from '../item.ts'
import { autoApply } from './auto-apply.ts'
import type { CalculationContext } from './context.ts'
import { dailyPrices } from './daily-prices.ts'
import { priceOf, quoteExpiry, quoteToken } from './honour.ts'
import { childCents, publishedGroupDiscounts, seniorCents, summarize } from './published-prices.ts'

// A reference from the gateway is all there is to an item here: its id and what was required.
const asReferenced = (reference: PricedItem): PricedItem => reference

export const calculationResolvers = {
  Cenote: {
    __resolveReference: asReferenced,
    priceCalculation: (item, { input }, context) => priceOf('cenote', item, input, context),
    priceSummary: (cenote, { people }) => summarize(cenote, people),
    dailyPrices: (item, { input }, context) => dailyPrices('cenote', item, input, context),
    automaticDiscounts: (cenote, { input }, context) => autoApply(cenote, input, context),
  },
  Tour: {
    __resolveReference: asReferenced,
    priceCalculation: (item, { input }, context) => priceOf('tour', item, input, context),
    priceSummary: (tour, { people }) => summarize(tour, people),
    dailyPrices: (item, { input }, context) => dailyPrices('tour', item, input, context),
  },
  PriceCalculation: {
    isActive: ({ item }) => isActiveItem(item),
    quoteToken: (calculated, _arguments, context) => quoteToken(calculated, context),
    quoteExpiresAt: (calculated, _arguments, context) => quoteExpiry(calculated, context),
  },
  CenotePricing: {
    __resolveReference: ({ cenoteId, adultCents }: { cenoteId: string; adultCents: number }) => ({
      productId: cenoteId,
      adultCents,
    }),
    childCents: (people, _arguments, context) => childCents(people, context),
    seniorCents: (people, _arguments, context) => seniorCents(people, context),
    groupDiscounts: (people, _arguments, context) => publishedGroupDiscounts(people, context),
  },
  TourPricing: {
    __resolveReference: ({ tourId, adultCents }: { tourId: string; adultCents: number }) => ({
      productId: tourId,
      adultCents,
    }),
    childCents: (people, _arguments, context) => childCents(people, context),
    seniorCents: (people, _arguments, context) => seniorCents(people, context),
  },
} satisfies FeatureResolvers<Resolvers<CalculationContext>, CalculationContext>
