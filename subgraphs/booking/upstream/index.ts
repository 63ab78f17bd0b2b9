export type { PriceCalculationInput } from '../generated/pricing-operations.ts'
export { createUpstream, type CatalogTerms, type PricedCenote, type TourTerms, type Upstream } from './upstream.ts'
