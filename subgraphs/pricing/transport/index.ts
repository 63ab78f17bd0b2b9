export {
  transportPrice,
  type GroupDiscount,
  type TransportOption,
  type TransportPrice,
  type TransportRequest,
  type TransportType,
} from './transport-price.ts'
