export { currencySymbol } from './representation.ts'
export { pricingRoutes } from './routes.ts'
export { CurrencySymbol } from './schema.ts'
