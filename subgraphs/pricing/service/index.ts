import { cachedServices } from './cached.ts'
import { serviceResolvers } from './resolvers.ts'

/** The services of cenotes beside the visit. */
export const services = { resolvers: serviceResolvers, cached: cachedServices }

export type { ServiceReads } from './cached.ts'
export { knownServices, readServiceSlugs, storeServiceSlugs } from './repository.ts'
export { chooseServices, isBookable, isTransport, type Service, type TransportConfig } from './service.ts'
export { serviceFact } from './administration.ts'
