import type { Resolvers } from '../generated/resolvers.ts'
import type { ReviewContext } from './context.ts'
import { latestReviews } from './list.ts'

export const reviewResolvers = {
  Cenote: { reviews: ({ id }, { first }, context) => latestReviews(id, first, context) },
} satisfies Resolvers<ReviewContext>
