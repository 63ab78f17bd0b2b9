import { backgroundResolvers } from './resolvers.ts'

/** What waits for the service, and what its jobs did last. */
export const background = { resolvers: backgroundResolvers }
