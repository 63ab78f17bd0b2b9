import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import type { FeatureResolvers } from '../../../platform/graphql/merge-resolvers.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { textIn } from '../text.ts'
import type { ReviewContext } from './context.ts'
import { openInvitation } from './invitation.ts'
import { latestReviews } from './list.ts'
import { submitReview } from './submit.ts'
import { setReviewVisibility } from './visibility.ts'

export const reviewResolvers = {
  Query: { reviewInvitation: (_, { token }, context) => openInvitation(token, context) },
  Mutation: withOperationKey<Resolvers<ReviewContext>['Mutation'] & object>({
    submitReview: (_, { input }, context) => submitReview(input, context),
    setReviewVisibility: (_, { input }, context) => setReviewVisibility(input, context),
  }),
  Cenote: { reviews: ({ id }, { first }, context) => latestReviews(id, first, context) },
  ReviewInvitation: {
    cenoteName: ({ cenoteName }, _, { language }) => textIn(language, cenoteName),
    isTest: ({ database }) => database.environment === 'sandbox',
  },
} satisfies FeatureResolvers<Resolvers<ReviewContext>, ReviewContext>
