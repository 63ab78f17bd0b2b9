import type { Client as SocketClient } from 'graphql-ws'
import createClient, { type Client } from 'openapi-fetch'
import { iterate, type IterableInit, type IterablePath, type ItemOf } from './iterate.ts'
import type { paths } from './openapi.ts'
import { hasKey, retryingFetch, type RetryOptions } from './retry.ts'
import {
  catalogEvents,
  createSocket,
  reservationEvents,
  type CatalogEvent,
  type CatalogEventsOptions,
  type ReservationEvent,
  type ReservationEventsOptions,
} from './subscriptions.ts'

export interface CenotesClientOptions {
  /** Address of the API, such as https://api.example.com. */
  readonly baseUrl: string
  /** `sk_test_` for the sandbox, `pk_live_` for real data; the calculation paths also work without one. */
  readonly apiKey?: string
  /** The header that carries the key: `X-API-Key` by default, or `Authorization`, as `Bearer <key>`. */
  readonly keyHeader?: 'X-API-Key' | 'Authorization'
  /** Language of messages and names: `en`, `es` or `es-MX`. */
  readonly language?: string
  readonly retry?: RetryOptions
  /** The fetch to use; that of the platform when absent. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** A WebSocket class for subscriptions, where the platform has none: Node.js before 22. */
  readonly webSocketImpl?: unknown
  /** Milliseconds without a response after which the connection of subscriptions is opened again; 10,000 by default. */
  readonly silenceMilliseconds?: number
}

/** A client of openapi-fetch for all paths, with lists, events and retries added. */
export interface CenotesClient extends Client<paths> {
  /** Every item of a list that can be read by cursor. Throws CenotesApiError. */
  iterate<P extends IterablePath>(path: P, init?: IterableInit<P>): AsyncGenerator<ItemOf<P>, void, undefined>
  /** Events of reservations from now on, or after a cursor; survives lost connections. */
  reservationEvents<Reservation = Record<string, unknown>>(
    options?: ReservationEventsOptions,
  ): AsyncGenerator<ReservationEvent<Reservation>, void, undefined>
  /** Changes of availability, products and prices from now on, or after a cursor; survives lost connections. */
  catalogEvents<Product = Record<string, unknown>>(
    options?: CatalogEventsOptions,
  ): AsyncGenerator<CatalogEvent<Product>, void, undefined>
  /** Closes the connection of subscriptions. */
  close(): Promise<void>
}

const keyHeaders = (
  apiKey: string,
  header: CenotesClientOptions['keyHeader'] = 'X-API-Key',
): Record<string, string> => ({
  [header]: header === 'Authorization' ? `Bearer ${apiKey}` : apiKey,
})

/** A client of the partner API. Every POST and PATCH gets an Idempotency-Key, unless it has one. */
export function createCenotesClient(options: CenotesClientOptions): CenotesClient {
  const { baseUrl, apiKey, keyHeader, language, retry, fetch: send = (request) => fetch(request) } = options
  const client = createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    fetch: retryingFetch(send, retry),
    querySerializer: { array: { style: 'form', explode: false } },
    headers: {
      ...(apiKey === undefined ? {} : keyHeaders(apiKey, keyHeader)),
      ...(language === undefined ? {} : { 'Accept-Language': language }),
    },
  })
  client.use({
    onRequest({ request }) {
      const { method, headers } = request
      const needsOne = (method === 'POST' || method === 'PATCH') && hasKey(headers)
      if (needsOne && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', crypto.randomUUID())
      return request
    },
  })
  let socket: SocketClient | undefined
  return Object.assign(client, {
    iterate: <P extends IterablePath>(path: P, init?: IterableInit<P>) => iterate(client, path, init),
    reservationEvents: <Reservation>(events: ReservationEventsOptions = {}) =>
      reservationEvents<Reservation>((socket ??= createSocket(options)), events),
    catalogEvents: <Product>(events: CatalogEventsOptions = {}) =>
      catalogEvents<Product>((socket ??= createSocket(options)), events),
    async close() {
      await socket?.dispose()
      socket = undefined
    },
  })
}
