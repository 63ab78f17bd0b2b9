// In: a CompiledPlan, variables, the caller's identity and an executor for each subgraph.
// Out: Gathered: what the subgraphs returned, unchanged, by position, and the errors with their paths in it.
// Remembers: results of introspection; reads in flight, which requests with the same rights share for 250 ms.
export { IntrospectionResponses, introspectionOf, type Introspection } from './introspection.ts'
export { runPlan, type Executors, type Gathered, type InternalPath, type LocatedError } from './run-plan.ts'
export { rightsOf, SharedReads } from './shared-reads.ts'
