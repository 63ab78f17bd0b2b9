export { seedDemoCatalog } from './repository.ts'
