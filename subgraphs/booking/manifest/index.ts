import { manifestResolvers } from './resolvers.ts'

/** The parties of a departure of a tour or an hour of a cenote. */
export const manifests = { resolvers: manifestResolvers }
