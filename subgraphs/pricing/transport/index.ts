import { cachedTransport } from './cached.ts'
import { transportResolvers } from './resolvers.ts'

/** How guests come to a cenote or tour. */
export const transport = { resolvers: transportResolvers, cached: cachedTransport }

export type { TransportReads } from './cached.ts'
export type { Point } from './rules/distance.ts'
export {
  transportPrice,
  type ProductType,
  type MeetingPoint,
  type TransportOffer,
  type TransportPrice,
  type TransportRequest,
  type TransportType,
} from './rules/transport-price.ts'
export { transportOptionFact } from './administration.ts'
export { groupDiscountsSchema, transportGroupDiscounts } from './group-discounts.ts'
