import { pageResolvers } from '../../../platform/graphql/connection.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { createFact, factPage, updateFact } from '../administration.ts'
import type { BookContext } from '../context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import type { PromotionLoaders } from '../promotion/index.ts'
import { discountRuleFact } from './administration.ts'
import { listedRules } from './rules/automatic-rules.ts'
import type { DiscountReads } from './cached.ts'
import type { DiscountRule, StoredRule } from './rules/discount-rule.ts'

type DiscountContext = BookContext<DiscountReads> & { readonly loaders: PromotionLoaders }

export const discountResolvers = {
  Query: {
    automaticDiscountRules: async (_parent, _arguments, { book, clock }) =>
      listedRules((await book.rules()).all, clock.now()),
    discountRules: (_parent, args, context) => factPage(discountRuleFact, args, context),
  },
  Mutation: withOperationKey<Resolvers<DiscountContext>['Mutation'] & object>({
    createDiscountRule: (_parent, { input }, context) => createFact(discountRuleFact, input, context),
    updateDiscountRule: (_parent, { input }, context) => updateFact(discountRuleFact, input, context),
  }),
  DiscountRule: {
    name: ({ name }, _arguments, { language }) => name[language],
    description: ({ description }, _arguments, { language }) => description[language],
    itemId: ({ productId }) => productId,
    currency: () => 'MXN',
    excludeTransportFromDiscount: ({ excludeTransport }) => excludeTransport,
    promotion: (rule, _arguments, { loaders }) =>
      'promotion' in rule || rule.promotionId === null
        ? ((rule as DiscountRule).promotion ?? null)
        : loaders.promotion.load(rule.promotionId),
    stored: discountRuleFact.formOf,
  },
  DiscountRuleConnection: pageResolvers<StoredRule>(),
} satisfies Resolvers<DiscountContext>
