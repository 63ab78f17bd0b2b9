import { pageResolvers } from '../../../platform/graphql/connection.ts'
import { asWritten } from '../../../platform/graphql/lower-case-enums.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { createFact, factPage, updateFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { promotionFact } from './administration.ts'
import type { Promotion } from './promotion.ts'

export const promotionResolvers = {
  Query: { promotions: (_parent, args, context) => factPage(promotionFact, args, context) },
  Mutation: withOperationKey<Resolvers<Context>['Mutation'] & object>({
    createPromotion: (_parent, { input }, context) => createFact(promotionFact, input, context),
    updatePromotion: (_parent, { input }, context) => updateFact(promotionFact, input, context),
  }),
  Promotion: {
    name: ({ name }, _arguments, { language }) => name[language],
    startDate: ({ startsAt }) => startsAt,
    endDate: ({ endsAt }) => endsAt,
    stored: (promotion, _arguments, _context, { schema }) =>
      asWritten(schema, 'CreatePromotionInput', promotionFact.formOf(promotion)),
  },
  PromotionConnection: pageResolvers<Promotion>(),
} satisfies Resolvers<Context>
