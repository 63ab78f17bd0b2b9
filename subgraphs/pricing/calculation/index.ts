import { calculationResolvers } from './resolvers.ts'

/** Prices of visits and tours, and the quotes that promise them. */
export const calculations = { resolvers: calculationResolvers }
