export { checks, countedAfter, usesOf, type Use } from './repository.ts'
