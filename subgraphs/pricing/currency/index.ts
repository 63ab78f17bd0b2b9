export { convert } from './conversion.ts'
export type { Rate } from './repository.ts'
