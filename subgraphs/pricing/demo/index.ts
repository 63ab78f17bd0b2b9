export { seedDemoPrices } from './demo.ts'
