export { checks, claimsAfter, claimsOf, type Claim } from './repository.ts'
