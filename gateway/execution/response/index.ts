// In: what the subgraphs returned (Gathered), and the operation's selection set as a ProjectedObject.
// Out: the data in the client's names and order, as JSON bytes or objects, and the errors with paths in it.
// Remembers: nothing between requests.
export { maxResponseBytes, ResponseJson, writeResponse } from './response-json.ts'
export { respond, type ResponseData } from './response.ts'
export { projectionOf, type ProjectedObject } from './response-projection.ts'
