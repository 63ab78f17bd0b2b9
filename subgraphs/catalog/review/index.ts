import { reviewLoaders } from './loaders.ts'
import { reviewResolvers } from './resolvers.ts'

/** The reviews of cenotes. */
export const reviews = { resolvers: reviewResolvers, loaders: reviewLoaders }

export type { ReviewRow } from './repository.ts'
