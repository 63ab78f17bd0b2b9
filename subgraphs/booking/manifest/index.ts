import { manifestResolvers } from './resolvers.ts'

/** Who comes to a departure of a tour or an hour of a cenote. */
export const manifests = { resolvers: manifestResolvers }
