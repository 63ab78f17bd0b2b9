export { maxCents, percentOf, proportionOf, roundHalfUp } from './rounding.ts'
