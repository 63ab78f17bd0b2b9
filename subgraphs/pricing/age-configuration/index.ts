export { maxPeople, fieldErrorsIn, fieldErrorNames, peopleIn, type Party } from './age-breakdown.ts'
export { agePrice } from './age-price.ts'
export { categories, effectiveConfigurations, type AgeConfiguration, type Category } from './age-configuration.ts'
