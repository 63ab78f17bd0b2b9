import { reviewLoaders } from './loaders.ts'
import { reviewResolvers } from './resolvers.ts'

/** What visitors wrote about cenotes. */
export const reviews = { resolvers: reviewResolvers, loaders: reviewLoaders }
