export { categories, effectiveConfigurations, type AgeConfiguration, type Category } from './age-configuration.ts'
