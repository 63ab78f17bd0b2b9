import { cachedTransport } from './cached.ts'

/** How guests come to a cenote or tour. */
export const transport = { cached: cachedTransport }

export type { TransportReads } from './cached.ts'
export type { Point } from './distance.ts'
export {
  transportPrice,
  type TransportOffer,
  type TransportPrice,
  type TransportRequest,
  type TransportType,
} from './transport-price.ts'
