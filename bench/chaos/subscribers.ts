import { createClient as createWebSocketClient } from 'graphql-ws'
import { createClient as createStreamClient } from 'graphql-sse'
import WebSocket from 'ws'
import { apiKey } from './client.ts'
import { between, chance, oneOf, pause } from './random.ts'

/** An event as a subscriber received it. */
export interface ReceivedEvent {
  readonly id: string
  readonly cursor: string
  readonly type: string
  readonly occurredAt?: string
  readonly reservation?: { readonly id: string; readonly status: string; readonly cenote?: { readonly name: string } }
}

/** A change of what is sold, with all of its facts. */
export interface ReceivedCatalogEvent extends ReceivedEvent {
  readonly occurredAt: string
  readonly productType: 'CENOTE' | 'TOUR' | null
  readonly productId: string | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
  readonly changed: readonly string[] | null
  readonly product: { readonly id: string; readonly name: string } | null
}

type Field = 'reservationEvents' | 'catalogEvents'

interface EventResult {
  readonly data?: { readonly [field in Field]?: ReceivedEvent } | null
  readonly errors?: readonly unknown[]
}

interface RefusalError {
  readonly extensions?: { readonly code?: string }
}

/** A connection that receives nothing for so long is closed; the server sends something every 12 seconds. */
const silenceMilliseconds = 30_000
const pingMilliseconds = 10_000
const pongMilliseconds = 10_000

class PromptWebSocket extends WebSocket {
  constructor(address: string | URL, protocols?: string | string[]) {
    super(address, protocols, { handshakeTimeout: pongMilliseconds })
  }
}

/** One connection of a subscriber. */
export interface SubscriberConnection {
  readonly begunAt: Date
  /** The cursor after which it began. */
  readonly after: string
  /** How many events the subscriber had before. */
  readonly before: number
  endedAt?: Date
  /** Why it ended: by the subscriber, or as the server reported. */
  end?: string
}

/** Subscribes on one connection after a cursor; `ended` is called once, after the last message. */
type Listen = (
  url: string,
  query: string,
  after: string,
  onEvent: (event: EventResult) => void,
  ended: (error?: unknown) => void,
) => { leave(): void; breakOff(): void }

const overWebSocket: Listen = (url, query, after, onEvent, ended) => {
  let socket: WebSocket | undefined
  let missedPong: NodeJS.Timeout | undefined
  const client = createWebSocketClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: PromptWebSocket,
    connectionParams: { apiKey },
    retryAttempts: 0,
    connectionAckWaitTimeout: pongMilliseconds,
    keepAlive: pingMilliseconds,
    on: {
      opened: (opened) => (socket = opened as WebSocket),
      ping: (received) => {
        if (!received) missedPong = setTimeout(() => client.terminate(), pongMilliseconds)
      },
      pong: () => clearTimeout(missedPong),
      closed: () => clearTimeout(missedPong),
    },
  })
  const leave = client.subscribe<NonNullable<EventResult['data']>>(
    { query, variables: { after } },
    { next: onEvent, error: ended, complete: () => ended() },
  )
  return {
    leave() {
      leave()
      // Rejects when the connection could not be opened.
      void Promise.resolve(client.dispose()).catch(() => undefined)
    },
    breakOff: () => socket?.terminate(),
  }
}

const overServerSentEvents: Listen = (url, query, after, onEvent, ended) => {
  const abort = new AbortController()
  const finish = (error?: unknown): void => {
    clearTimeout(silence)
    ended(error)
  }
  const silence = setTimeout(() => {
    abort.abort()
    finish(new Error('silent'))
  }, silenceMilliseconds)
  const client = createStreamClient({
    url: `${url}/graphql`,
    headers: { 'X-API-Key': apiKey },
    retryAttempts: 0,
    fetchFn: async (input: string, init: RequestInit) => {
      const signals = [abort.signal, ...(init.signal ? [init.signal] : [])]
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
      const seen = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, out) {
          silence.refresh()
          out.enqueue(chunk)
        },
      })
      return new Response(response.body?.pipeThrough(seen) ?? null, response)
    },
  })
  const leave = client.subscribe<NonNullable<EventResult['data']>>(
    { query, variables: { after } },
    { next: onEvent, error: finish, complete: () => finish() },
  )
  return {
    leave() {
      clearTimeout(silence)
      leave()
    },
    breakOff() {
      clearTimeout(silence)
      abort.abort()
    },
  }
}

const listens = { WebSocket: overWebSocket, SSE: overServerSentEvents }

/** Why a connection ended, in a few words. */
function reasonOf(error: unknown): string {
  if (error === undefined) return 'completed'
  if (Array.isArray(error)) return `refused: ${JSON.stringify(error)}`
  const { code, message, reason } = error as { code?: unknown; message?: string; reason?: string }
  return [code, reason ?? message].filter((part) => part !== undefined && part !== '').join(' ') || 'failed'
}

const catalogSelection = 'id cursor type occurredAt productType productId dateFrom dateTo changed product { id name }'
const selections = [
  'id cursor type version reservation { reservationId status }',
  // Fields of another subgraph: each event passes through the planner.
  'id cursor type version reservation { reservationId status cenote { name } }',
  'id cursor type version occurredAt reservation { reservationId status guest { name } cenote { name pricing { adultCents } } }',
] as const

/**
 * A subscriber that leaves, disconnects and is cut off at random, and each time resumes by cursor at any of the
 * gateways. Records all events in the order in which it received them.
 */
export class LoadSubscriber {
  readonly received: ReceivedEvent[] = []
  readonly fieldErrors: string[] = []
  readonly connections: SubscriberConnection[] = []
  readonly #urls: () => readonly string[]
  readonly #listen: Listen
  readonly #query: string
  readonly #field: Field
  readonly #onEvent: ((event: ReceivedEvent) => void) | undefined
  #cursor: string
  #restless = true
  #stopped = false
  readonly #loop: Promise<void>
  #end: (() => void) | undefined

  constructor(
    readonly transport: keyof typeof listens,
    /** Where it may connect now. */
    urls: () => readonly string[],
    after: string,
    /** The types it wants; all of them when absent. */
    readonly types?: readonly string[],
    number = 0,
    { field = 'reservationEvents', onEvent }: { field?: Field; onEvent?: (event: ReceivedEvent) => void } = {},
  ) {
    this.#urls = urls
    this.#listen = listens[transport]
    this.#field = field
    this.#onEvent = onEvent
    const filter = types ? `filter: { types: [${types.join(', ')}] }, ` : ''
    const selection = field === 'catalogEvents' ? catalogSelection : selections[number % selections.length]
    this.#query = `subscription Load($after: String) { ${field}(${filter}after: $after) { ${selection} } }`
    this.#cursor = after
    this.#loop = this.#run()
  }

  /** No more disconnects of its own; it still reconnects when it is cut off. */
  settle(): void {
    this.#restless = false
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#end?.()
    await this.#loop
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      await this.#connect()
      if (!this.#stopped) await pause(this.#restless && chance(0.3) ? between(200, 3_000) : between(20, 200))
    }
  }

  #connect(): Promise<void> {
    return new Promise((resolve) => {
      const record: SubscriberConnection = {
        begunAt: new Date(),
        after: this.#cursor,
        before: this.received.length,
      }
      this.connections.push(record)
      let over = false
      const finish = (end: string): void => {
        if (over) return
        over = true
        record.endedAt = new Date()
        record.end = end
        clearTimeout(timer)
        resolve()
      }
      const connection = this.#listen(
        oneOf(this.#urls() as [string, ...string[]]),
        this.#query,
        this.#cursor,
        (result) => !over && this.#receive(result),
        (error) => {
          if (Array.isArray(error)) this.#refused(error as RefusalError[])
          finish(reasonOf(error))
        },
      )
      this.#end = () => {
        finish('stopped')
        connection.leave()
      }
      const timer = setTimeout(
        () => {
          if (!this.#restless) return
          finish('left')
          if (chance(0.5)) connection.leave()
          else connection.breakOff()
        },
        between(300, 8_000),
      )
    })
  }

  #receive({ data, errors }: EventResult): void {
    if (errors) this.fieldErrors.push(`received with errors: ${JSON.stringify(errors)}`)
    const event = data?.[this.#field]
    if (!event) return
    if (event.reservation?.cenote && !event.reservation.cenote.name) this.fieldErrors.push(`${event.id} is not whole`)
    this.received.push(event)
    this.#cursor = event.cursor
    this.#onEvent?.(event)
  }

  /** A gateway whose booking process is down may report that; anything else is a failure. */
  #refused(errors: readonly RefusalError[]): void {
    if (errors.some(({ extensions }) => extensions?.code !== 'SERVICE_UNAVAILABLE'))
      this.fieldErrors.push(`refused: ${JSON.stringify(errors)}`)
  }
}
