export type { PriceCalculationInput } from '../generated/pricing-operations.ts'
export { createTerms, type CatalogTerms, type PricedCenote, type Terms } from './terms.ts'
