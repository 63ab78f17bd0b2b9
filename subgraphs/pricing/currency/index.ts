export { convert } from './conversion.ts'
