import { backgroundResolvers } from './resolvers.ts'

/** What the jobs of the catalog did last. */
export const background = { resolvers: backgroundResolvers }
