// In: what the subgraphs returned (Gathered), and the operation's selection set as a ProjectedObject.
// Out: the data in the client's names and order, as JSON bytes or objects, and the errors with paths in it.
// Remembers: nothing between requests.
// The example of ../plan/compiled-plan.ts: the client's query, { cenote(id: $id) { title: name ...Price } }, reads
// `title` from `name` in part 0 of the cenote and `priceSummary` from `_1` in part 1, so its data is written as
//   {"cenote":{"title":"Azul","priceSummary":{"totalCents":700}}}
export { maxResponseBytes, ResponseJson, writeResponse } from './response-json.ts'
export { respond, type ResponseData } from './response.ts'
export { projectionOf, type ProjectedObject } from './response-projection.ts'
