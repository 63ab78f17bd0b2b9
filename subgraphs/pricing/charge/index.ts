import { cachedCharges } from './cached.ts'
import { chargeResolvers } from './resolvers.ts'

/** Taxes and fees. */
export const charges = { resolvers: chargeResolvers, cached: cachedCharges }

export type { ChargeReads } from './cached.ts'
export type { Charges } from './repository.ts'
export { charges as chargeList, chargesSchema } from './charges.ts'
