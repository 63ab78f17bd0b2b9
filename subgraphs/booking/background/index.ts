import { backgroundResolvers } from './resolvers.ts'

/** What waits for the service. */
export const background = { resolvers: backgroundResolvers }
