import { selectScalars } from '../../platform/graphql/scalars.ts'
import type { Category } from './age-configuration/index.ts'
import { validateAgeBreakdown } from './age-configuration/validate.ts'
import { autoApply } from './calculation/auto-apply.ts'
import { calculate, type PricedItem } from './calculation/calculate.ts'
import { honourQuote, quoteExpiry, quoteToken } from './calculation/honour.ts'
import { publishedGroupDiscounts, publishedPrice, type PricedPeople } from './calculation/published-prices.ts'
import { summarize } from './calculation/summarize.ts'
import type { Context } from './context.ts'
import { redeem } from './coupon/redeem.ts'
import { release } from './coupon/release.ts'
import { couponType, quoteCoupon, validateCoupon } from './coupon/validate.ts'
import { listedRules } from './discount/index.ts'
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
    ageBreakdownValidation: (_parent, { input }, context) => validateAgeBreakdown(input, context),
    automaticDiscountRules: async (_parent, _arguments, { book, clock }) =>
      listedRules((await book.rules()).all, clock.now()),
    couponValidation: (_parent, given, context) => validateCoupon(given, context),
  },
  Mutation: {
    redeemCoupon: (_parent, { input }, context) => redeem(input, context),
    releaseCoupon: (_parent, { input }, context) => release(input, context),
  },
  Cenote: {
    priceCalculation: (cenote, { input }, context) =>
      input.quoteToken == null
        ? calculate('cenote', cenote, input, context)
        : honourQuote(cenote.id, input.quoteToken, input, context),
    priceSummary: (cenote, { people }) => summarize(cenote, people),
    automaticDiscounts: (cenote, { input }, context) => autoApply(cenote, input, context),
    couponDiscount: ({ id }, given, context) => quoteCoupon(id, given, context),
    async services({ id }, { bookableOnly }, { book }) {
      const services = await book.services(id)
      return bookableOnly ? services.filter(isBookable) : services
    },
    ageConfigurations: ({ id }, _arguments, { book }) => book.ageConfigurations(id),
  },
  Tour: {
    priceCalculation: (tour, { input }, context) => calculate('tour', tour, input, context),
    priceSummary: (tour, { people }) => summarize(tour, people),
    ageConfigurations: ({ id }, _arguments, { book }) => book.ageConfigurations(id),
  },
  PriceCalculation: {
    quoteToken: (calculated, _arguments, context) => quoteToken(calculated, context),
    quoteExpiresAt: (calculated, _arguments, context) => quoteExpiry(calculated, context),
  },
  AgeConfiguration: {
    category: ({ category }) => category.toUpperCase() as Uppercase<Category>,
    displayNames: ({ names }) => names,
    descriptions: ({ descriptions }) => descriptions,
    pricingMultiplier: ({ multiplier }) => multiplier / 10_000,
    source: ({ itemType }) => itemType.toUpperCase() as Uppercase<typeof itemType>,
  },
  CenoteService: { isBookable },
  DiscountRule: {
    name: ({ name }, _arguments, { language }) => name[language],
    description: ({ description }, _arguments, { language }) => description[language],
    discountType: ({ discountType }) => discountType.toUpperCase() as Uppercase<typeof discountType>,
    appliesTo: ({ appliesTo }) => appliesTo.toUpperCase() as Uppercase<typeof appliesTo>,
    currency: () => 'MXN',
    excludeTransportFromDiscount: ({ excludeTransport }) => excludeTransport,
    userEligibility: ({ userEligibility }) => userEligibility.toUpperCase() as Uppercase<typeof userEligibility>,
  },
  Promotion: {
    name: ({ name }, _arguments, { language }) => name[language],
    startDate: ({ startsAt }) => startsAt,
    endDate: ({ endsAt }) => endsAt,
  },
  Coupon: {
    name: ({ name }, _arguments, { language }) => name[language],
    discountType: couponType,
    discountValue: ({ value }) => value,
  },
}

/** What children and seniors pay; a senior's price is null where none is sold. */
const prices = {
  childCents: async (people: PricedPeople, _arguments: object, context: Context): Promise<number> =>
    (await publishedPrice(people, 'child', context)).cents,
  async seniorCents(people: PricedPeople, _arguments: object, context: Context): Promise<number | null> {
    const { cents, isSold } = await publishedPrice(people, 'senior', context)
    return isSold ? cents : null
  },
}

/** A reference from the gateway is all there is to an item here: its id and what was required. */
const asReferenced = { __resolveReference: (reference: PricedItem): PricedItem => reference }

export const pricingResolvers = {
  ...selectScalars('UUID', 'DateTime', 'NonNegativeInt', 'Currency', 'Latitude', 'Longitude'),
  ...resolvers,
  Cenote: { ...resolvers.Cenote, ...asReferenced },
  Tour: { ...resolvers.Tour, ...asReferenced },
  CenotePricing: {
    ...prices,
    groupDiscounts: (people: PricedPeople, _arguments: object, context: Context) =>
      publishedGroupDiscounts(people, context),
    __resolveReference: ({ cenoteId, adultCents }: { cenoteId: string; adultCents: number }): PricedPeople => ({
      itemId: cenoteId,
      adultCents,
    }),
  },
  TourPricing: {
    ...prices,
    __resolveReference: ({ tourId, adultCents }: { tourId: string; adultCents: number }): PricedPeople => ({
      itemId: tourId,
      adultCents,
    }),
  },
}
