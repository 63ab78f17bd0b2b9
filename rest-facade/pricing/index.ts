export { currencySymbol, notApplied } from './representation.ts'
export { pricingRoutes } from './routes.ts'
export { CurrencySymbol, NotApplied } from './schema.ts'
