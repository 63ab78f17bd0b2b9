import { backgroundResolvers } from './resolvers.ts'

/** The pending background work. */
export const background = { resolvers: backgroundResolvers }
