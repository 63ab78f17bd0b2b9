export { createTerms, type CatalogTerms, type PricedCenote, type Terms } from './terms.ts'
