import { createClient, type Client } from 'graphql-ws'
import type { components } from './openapi.ts'

type GraphqlName<Type extends string> = Type extends `${infer Noun}.${infer Verb}`
  ? Uppercase<`${Noun}_${Verb}`>
  : never

/** Types of events as GraphQL names them, such as RESERVATION_CONFIRMED. */
type GraphqlEventType = GraphqlName<components['schemas']['EventType']>
type Schemas = components['schemas']

export interface ReservationEvent<Reservation = Record<string, unknown>> {
  readonly id: string
  /** Position in the log: store it once the event is processed, and continue with `after`. */
  readonly cursor: string
  readonly type: GraphqlEventType
  readonly version: number
  readonly occurredAt: string
  readonly reservation: Reservation
}

export interface ReservationEventsOptions {
  /** Cursor of the last event that was processed; events from now on when absent. */
  readonly after?: string
  readonly filter?: {
    readonly types?: readonly GraphqlEventType[]
    readonly cenoteId?: string
    readonly reservationId?: string
  }
  /** Fields of the reservation in GraphQL; `reservationId bookingReference status` by default. */
  readonly fields?: string
  readonly signal?: AbortSignal
}

interface CatalogEventFacts<Type extends string, Product> {
  readonly id: string
  /** Position in the log: store it once the event is processed, and continue with `after`. */
  readonly cursor: string
  readonly type: Type
  readonly occurredAt: string
  readonly productType: 'CENOTE' | 'TOUR'
  readonly productId: string
  readonly dateFrom: null
  readonly dateTo: null
  readonly changed: null
  /** With `fields` only: the cenote or tour as it is now; null when it is gone. */
  readonly product?: Product | null
}
type Replaced<Facts, Others> = Omit<Facts, keyof Others> & Others

/** A change of what is sold, by its `type`. */
export type CatalogEvent<Product = Record<string, unknown>> =
  | Replaced<
      CatalogEventFacts<GraphqlName<Schemas['AvailabilityEvent']['type']>, Product>,
      { readonly dateFrom: string; readonly dateTo: string }
    >
  | Replaced<
      CatalogEventFacts<GraphqlName<Schemas['ProductEvent']['type']>, Product>,
      { readonly changed: readonly string[] }
    >
  // Without a product: the prices of all products may have changed.
  | Replaced<
      CatalogEventFacts<GraphqlName<Schemas['PricingEvent']['type']>, Product>,
      { readonly productType: 'CENOTE' | 'TOUR' | null; readonly productId: string | null }
    >

export interface CatalogEventsOptions {
  /** Cursor of the last event that was processed, of any kind; events from now on when absent. */
  readonly after?: string
  readonly filter?: {
    readonly types?: readonly CatalogEvent['type'][]
    /** Only changes of these cenotes and tours, and of all products. */
    readonly productIds?: readonly string[]
  }
  /** Fields of the product in GraphQL, such as `name ... on Cenote { slug }`; `product` is left out when absent. */
  readonly fields?: string
  readonly signal?: AbortSignal
}

export interface SocketOptions {
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly language?: string | undefined
  /** A WebSocket class, where the platform has none: Node.js before 22. */
  readonly webSocketImpl?: unknown
  readonly silenceMilliseconds?: number | undefined
}

/**
 * One connection for all subscriptions, opened by the first and reopened whenever it is lost, also when the server does
 * not accept it or respond to a ping within `silenceMilliseconds`.
 */
export function createSocket({
  baseUrl,
  apiKey,
  language,
  webSocketImpl,
  silenceMilliseconds = 10_000,
}: SocketOptions): Client {
  let silence: ReturnType<typeof setTimeout> | undefined
  const responded = (): void => clearTimeout(silence)
  const awaitResponse = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => client.terminate(), silenceMilliseconds)
  }
  const client = createClient({
    url: `${baseUrl.replace(/^http/, 'ws').replace(/\/+$/, '')}/graphql`,
    ...(webSocketImpl === undefined ? {} : { webSocketImpl: withoutLateErrors(webSocketImpl as SocketClass) }),
    connectionParams: { apiKey, acceptLanguage: language },
    retryAttempts: Infinity,
    // Close codes that no retry can help are still final.
    shouldRetry: () => true,
    keepAlive: silenceMilliseconds,
    on: {
      connecting: awaitResponse,
      connected: responded,
      ping: (received) => received || awaitResponse(),
      pong: responded,
      closed: responded,
      error: responded,
    },
  })
  return client
}

type SocketClass = new (...parameters: never[]) => { addEventListener(type: 'error', listener: () => void): void }

/**
 * The class `ws` emits an error when a socket that still connects is closed, and by then the client does not listen any
 * more, which would end the process.
 */
const withoutLateErrors = (Socket: SocketClass): SocketClass =>
  class extends Socket {
    constructor(...parameters: never[]) {
      super(...parameters)
      this.addEventListener('error', () => undefined)
    }
  }

/** Events of reservations, each once and in order. */
export function reservationEvents<Reservation>(
  socket: Client,
  { after, filter, fields = 'reservationId bookingReference status', signal }: ReservationEventsOptions,
): AsyncGenerator<ReservationEvent<Reservation>, void, undefined> {
  const query = `subscription ($filter: ReservationEventFilter, $after: String) {
    reservationEvents(filter: $filter, after: $after) { id cursor type version occurredAt reservation { ${fields} } }
  }`
  return follow(socket, 'reservationEvents', { query, variables: { filter, after } }, signal)
}

/** Changes of what is sold, each once and in order. */
export function catalogEvents<Product>(
  socket: Client,
  { after, filter, fields, signal }: CatalogEventsOptions,
): AsyncGenerator<CatalogEvent<Product>, void, undefined> {
  const product = fields === undefined ? '' : `product { ${fields} }`
  const query = `subscription ($filter: CatalogEventFilter, $after: String) {
    catalogEvents(filter: $filter, after: $after) {
      id cursor type occurredAt productType productId dateFrom dateTo changed ${product}
    }
  }`
  return follow(socket, 'catalogEvents', { query, variables: { filter, after } }, signal)
}

/**
 * The events of a subscription, each once and in order. When the connection is lost, the subscription continues after
 * the last event received. Ends when the caller stops it, or with an error when it is refused.
 */
async function* follow<Event extends { readonly cursor: string }>(
  socket: Client,
  field: string,
  { query, variables }: { query: string; variables: Record<string, unknown> },
  signal: AbortSignal | undefined,
): AsyncGenerator<Event, void, undefined> {
  const arrived: Event[] = []
  let ended: { readonly error?: unknown } | undefined
  let wake = (): void => undefined
  const end = (how: { readonly error?: unknown }): void => {
    ended ??= how
    wake()
  }
  const unsubscribe = socket.subscribe<Record<string, Event>>(
    { query, variables },
    {
      next({ data, errors }) {
        const event = data?.[field]
        if (!event) return end({ error: new Error(errors?.[0]?.message ?? 'The event has no data', { cause: errors }) })
        // Sent again with the same variables when the client reconnects.
        variables['after'] = event.cursor
        arrived.push(event)
        wake()
      },
      error: (error) => end({ error }),
      complete: () => end({}),
    },
  )
  const stop = (): void => end({})
  signal?.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      for (let event = arrived.shift(); event; event = arrived.shift()) yield event
      if (ended?.error !== undefined) throw asError(ended.error)
      if (ended || signal?.aborted) return
      await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    unsubscribe()
  }
}

/** The error of what ended a subscription: GraphQL errors, a close of the connection, or an error. */
function asError(error: unknown): Error {
  if (error instanceof Error) return error
  const [first] = Array.isArray(error) ? (error as { message?: string }[]) : []
  const { code, reason } = (error ?? {}) as { code?: number; reason?: string }
  const text =
    first?.message ?? (code === undefined ? 'The subscription failed' : `Closed with ${code} ${reason ?? ''}`)
  return new Error(text.trim(), { cause: error })
}
