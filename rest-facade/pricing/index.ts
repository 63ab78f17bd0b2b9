export { currencySymbol } from './representation.ts'
export { pricingRoutes } from './routes.ts'
export { CurrencySymbol, NotApplied, Residency } from './schema.ts'
