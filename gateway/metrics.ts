import { counter, durationBuckets, gauge, histogram } from '../platform/process/metrics.ts'

/** Labels are bounded: fields and subgraphs by the schema, codes by the catalog, never by what callers send. */
export const operationsRun = counter('graphql_operations_total', 'Queries and mutations, by their first field.', [
  'type',
  'field',
  'status',
])
export const errorsPresented = counter('graphql_errors_total', 'Errors that callers got, by code.', ['code'])
export const plansMade = counter('graphql_plans_total', 'Documents planned; others ran by a plan that was cached.')
export const fetchSeconds = histogram(
  'subgraph_fetch_duration_seconds',
  'Time of a fetch from a subgraph, by its outcome.',
  durationBuckets,
  ['subgraph', 'outcome'],
)
export const cacheReads = counter('cache_reads_total', 'Lookups of cached facts, by outcome: hit or miss.', ['outcome'])
export const cacheRemovals = counter(
  'cache_removals_total',
  'Cached facts that were removed: by a change of what they depend on, or for more frequent ones.',
  ['reason'],
)
export const cacheBytes = gauge('cache_bytes', 'Memory that cached facts take, about.')
export const refusalsOfLimits = counter('rate_limit_refusals_total', 'Requests refused by a limit, by plan.', [
  'environment',
  'plan',
])
export const processorSeconds = counter(
  'processor_seconds_total',
  'Processor time that was charged to callers, by plan.',
  ['environment', 'plan'],
)
export const subscriberConnections = gauge('subscriber_connections', 'Open connections of subscribers.')
export const slowReadersDropped = counter('slow_readers_dropped_total', 'Subscribers dropped for reading too slowly.')
