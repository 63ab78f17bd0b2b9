export { reviewLoaders, type ReviewLoaders } from './loaders.ts'
export { reviewsOfCenote } from './resolvers.ts'
