export type { Point } from './distance.ts'
export {
  offeredTransport,
  transportPrice,
  type GroupDiscount,
  type TransportOffer,
  type TransportOption,
  type TransportPrice,
  type TransportRequest,
  type TransportType,
} from './transport-price.ts'
