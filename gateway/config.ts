import { Type } from 'typebox'
import { connectionCapacity } from '../platform/http/connection-bounds.ts'
import { HttpAddress } from '../platform/process/setting-types.ts'

/** Settings of the gateway that every shape of the product has. */
export const gatewaySettings = {
  /** Whether clients may run introspection; always on outside production. */
  GRAPHQL_INTROSPECTION: Type.Boolean({ default: false }),
  /** Whether the schema can be read at /schema.graphql where introspection is off. */
  GRAPHQL_SCHEMA_DOWNLOAD: Type.Boolean({ default: false }),
  /** Whether callers may send any document, or only those that `npm run trust` added. */
  GRAPHQL_DOCUMENTS: Type.Enum(['any', 'trusted'], { default: 'any' }),
  /** Which executor runs the plans of queries and mutations: our engine, or that of `@apollo/gateway`. */
  GRAPHQL_EXECUTOR: Type.Enum(['engine', 'apollo'], { default: 'engine' }),
  /** Megabytes for facts in memory: responses of subgraphs that are the same for every caller; 0 caches nothing. */
  CACHE_MB: Type.Number({ minimum: 0, maximum: 65_536, default: 128 }),
  /** File of the composed supergraph, read again whenever it changes; our own when absent. */
  SUPERGRAPH_FILE: Type.Optional(Type.String({ minLength: 1 })),
  /** Subscriptions and running operations of one WebSocket connection. */
  SUBSCRIPTIONS_PER_CONNECTION: Type.Integer({ minimum: 1, default: 100 }),
  /** Open connections of subscribers, for each partner and environment, in one process. */
  CONNECTIONS_PER_PARTNER: Type.Integer({ minimum: 1, default: 10_000 }),
  /** Maximum open connections of subscribers in one process, limited by its memory. */
  CONNECTIONS_PER_PROCESS: Type.Integer({ minimum: 1, default: 20_000 }),
  /** Different subscriptions for each partner and environment, in one process: each is executed for every event. */
  OPERATIONS_PER_PARTNER: Type.Integer({ minimum: 1, default: 500 }),
  /** Responses stored under Idempotency-Keys for each API key and environment: how many, and how much together. */
  IDEMPOTENCY_ANSWERS_PER_KEY: Type.Integer({ minimum: 1, default: 100_000 }),
  IDEMPOTENCY_MEGABYTES_PER_KEY: Type.Number({ minimum: 0.001, default: 256 }),
  /** Multiplies the processor time that callers of each plan may spend in one process; 0 is no limit. */
  PROCESSOR_TIME_FACTOR: Type.Number({ minimum: 0, default: 1 }),
  /** How long a WebSocket may take to authenticate. */
  CONNECTION_INIT_SECONDS: Type.Number({ minimum: 0.1, maximum: 300, default: 10 }),
  /** How often a subscriber's connection is pinged. */
  CONNECTION_PING_SECONDS: Type.Number({ minimum: 0.1, maximum: 300, default: 12 }),
}

/** Addresses of the subgraphs, for a gateway in its own process. */
export const subgraphAddresses = {
  CATALOG_URL: HttpAddress(),
  /** Address that callers use, when it is not the one listened on. */
  PUBLIC_URL: Type.Optional(HttpAddress()),
  BOOKING_URL: HttpAddress(),
  PRICING_URL: HttpAddress(),
}

/** The settings that bound subscriptions, as the gateway takes them. */
export const subscriptionLimitsIn = (settings: {
  SUBSCRIPTIONS_PER_CONNECTION: number
  CONNECTIONS_PER_PARTNER: number
  CONNECTIONS_PER_PROCESS: number
  OPERATIONS_PER_PARTNER: number
  CONNECTION_INIT_SECONDS: number
  CONNECTION_PING_SECONDS: number
}) => ({
  perConnection: settings.SUBSCRIPTIONS_PER_CONNECTION,
  // One partner never has the connections of all.
  connectionsPerPartner: Math.min(settings.CONNECTIONS_PER_PARTNER, Math.ceil((connectionCapacity() * 2) / 3)),
  connectionsPerProcess: settings.CONNECTIONS_PER_PROCESS,
  operationsPerPartner: settings.OPERATIONS_PER_PARTNER,
  initialisationMilliseconds: settings.CONNECTION_INIT_SECONDS * 1_000,
  beatMilliseconds: settings.CONNECTION_PING_SECONDS * 1_000,
})

/** The settings that bound stored responses, as the gateway takes them. */
export const responseLimitsIn = (settings: {
  IDEMPOTENCY_ANSWERS_PER_KEY: number
  IDEMPOTENCY_MEGABYTES_PER_KEY: number
}) => ({
  responses: settings.IDEMPOTENCY_ANSWERS_PER_KEY,
  bytes: Math.round(settings.IDEMPOTENCY_MEGABYTES_PER_KEY * 1_000_000),
})
