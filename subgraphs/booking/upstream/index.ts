export { createChangeSource, type ChangeSource } from './change-source.ts'
export type { PriceCalculationInput } from '../generated/pricing-operations.ts'
export {
  createUpstream,
  type CatalogTerms,
  type PricedTerms,
  type PricedVisit,
  type ProductReference,
  type TourTerms,
  type Upstream,
} from './upstream.ts'
