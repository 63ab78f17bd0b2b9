import { backgroundResolvers } from './resolvers.ts'

/** What the jobs of pricing did last. */
export const background = { resolvers: backgroundResolvers }
