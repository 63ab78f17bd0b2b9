import type { Resolvers } from '../generated/resolvers.ts'
import { listedRules } from './automatic-rules.ts'
import type { DiscountContext } from './context.ts'

export const discountResolvers = {
  Query: {
    automaticDiscountRules: async (_parent, _arguments, { book, clock }) =>
      listedRules((await book.rules()).all, clock.now()),
  },
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
} satisfies Resolvers<DiscountContext>
