import { cachedAgeConfigurations } from './cached.ts'
import { ageConfigurationResolvers } from './resolvers.ts'

/** Which ages there are, and what each pays of an adult's price. */
export const ageConfigurations = { resolvers: ageConfigurationResolvers, cached: cachedAgeConfigurations }

export { errorsOfInput, maxPeople, partyErrors, peopleIn, type Party } from './rules/age-breakdown.ts'
export {
  agePrice,
  effectiveConfigurations,
  firstOverlap,
  type AgeConfiguration,
  type Category,
} from './rules/age-configuration.ts'
export type { AgeConfigurationReads } from './cached.ts'
export { ageConfigurationFact } from './administration.ts'
