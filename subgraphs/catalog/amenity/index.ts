import { amenityResolvers } from './resolvers.ts'

/** Amenities as such; which cenotes offer them belongs to the cenote. */
export const amenities = { resolvers: amenityResolvers }

export { amenityList } from './installation.ts'
export type { AmenityForm } from './form.ts'
