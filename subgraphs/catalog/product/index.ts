import { productResolvers } from './resolvers.ts'

/** Facts of cenotes and tours alike, for the events that booking publishes. */
export const products = { resolvers: productResolvers }
