// In: a checked operation with the values of its conditions; then the query plan that the planner made of it.
// Out: the text to plan, one flat operation without fragments, and the CompiledPlan: fetches, and positions for their data.
// Remembers: nothing between requests; its callers keep one result for each set of conditions, in VariantsByOperation.
export {
  compilePlan,
  fetchesOf,
  type CompiledPlan,
  type Fetch,
  type Representation,
  type Step,
} from './compiled-plan.ts'
export { flattened, flattenedOneByOne } from './flattening.ts'
export { withPartialTypes } from './partial-types.ts'
export { PartialResults, ResultIndex, type Data, type ObjectResults } from './partial-results.ts'
export type { Position, Reader } from './positions.ts'
export { selectionOf, type ResponseField, type Selection } from './selections.ts'
