export { seedDemoInventory } from './demo.ts'
