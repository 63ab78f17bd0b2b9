import { createClient as createWebSocketClient } from 'graphql-ws'
import { createClient as createStreamClient } from 'graphql-sse'
import WebSocket from 'ws'
import { keys, type Json } from '../../testkit/product.ts'
import { between, chance, oneOf, pause } from './random.ts'

/** An event as a subscriber received it. */
export interface ReceivedEvent {
  readonly id: string
  readonly cursor: string
  readonly type: string
  readonly version: number
  readonly reservation: { readonly id: string; readonly status: string; readonly cenote?: { readonly name: string } }
}

/** Listens on one connection from a cursor on; `ended` comes once, when nothing follows any more. */
type Listen = (
  url: string,
  query: string,
  after: string,
  onEvent: (event: Json) => void,
  ended: (error?: unknown) => void,
) => { leave(): void; breakOff(): void }

const overWebSocket: Listen = (url, query, after, onEvent, ended) => {
  let socket: WebSocket | undefined
  const client = createWebSocketClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { apiKey: keys.demo },
    retryAttempts: 0,
    on: { opened: (opened) => (socket = opened as WebSocket) },
  })
  const leave = client.subscribe<Json>(
    { query, variables: { after } },
    { next: onEvent, error: ended, complete: () => ended() },
  )
  return {
    leave() {
      leave()
      void client.dispose()
    },
    breakOff: () => socket?.terminate(),
  }
}

const overServerSentEvents: Listen = (url, query, after, onEvent, ended) => {
  const abort = new AbortController()
  const client = createStreamClient({
    url: `${url}/graphql`,
    headers: { 'X-API-Key': keys.demo },
    retryAttempts: 0,
    fetchFn: (input: string, init: RequestInit) =>
      fetch(input, { ...init, signal: AbortSignal.any([abort.signal, ...(init.signal ? [init.signal] : [])]) }),
  })
  const leave = client.subscribe<Json, never>(
    { query, variables: { after } },
    { next: onEvent, error: ended, complete: () => ended() },
  )
  return { leave, breakOff: () => abort.abort() }
}

const listens = { WebSocket: overWebSocket, SSE: overServerSentEvents }

const selections = [
  'id cursor type version reservation { id status }',
  // Fields of another subgraph: each event passes through the planner.
  'id cursor type version reservation { id status cenote { name } }',
  'id cursor type version occurredAt reservation { id status guest { name } cenote { name pricing { adultCents } } }',
] as const

/**
 * A subscriber that leaves, disconnects and is cut off at random, and each time resumes by cursor at any of the
 * gateways. Remembers all events in the order in which it received them.
 */
export class SoakSubscriber {
  readonly received: ReceivedEvent[] = []
  readonly fieldErrors: string[] = []
  connections = 0
  readonly #urls: readonly [string, ...string[]]
  readonly #listen: Listen
  readonly #query: string
  #cursor: string
  #restless = true
  #stopped = false
  readonly #loop: Promise<void>
  #end: (() => void) | undefined

  constructor(
    readonly transport: keyof typeof listens,
    urls: readonly [string, ...string[]],
    after: string,
    /** The types it wants; all of them when absent. */
    readonly types?: readonly string[],
    number = 0,
  ) {
    this.#urls = urls
    this.#listen = listens[transport]
    const filter = types ? `filter: { types: [${types.join(', ')}] }, ` : ''
    this.#query = `subscription Soak($after: String) { reservationEvents(${filter}after: $after) { ${selections[number % selections.length]} } }`
    this.#cursor = after
    this.#loop = this.#run()
  }

  /** No more voluntary disconnects; it still reconnects when it is cut off. */
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
      this.connections += 1
      await this.#connect()
      if (!this.#stopped) await pause(this.#restless && chance(0.3) ? between(200, 3_000) : between(20, 200))
    }
  }

  #connect(): Promise<void> {
    return new Promise((resolve) => {
      let over = false
      const finish = (): void => {
        if (over) return
        over = true
        clearTimeout(timer)
        resolve()
      }
      const connection = this.#listen(
        oneOf(this.#urls),
        this.#query,
        this.#cursor,
        (result) => !over && this.#receive(result),
        (error) => {
          if (Array.isArray(error)) this.#refused(error)
          finish()
        },
      )
      this.#end = () => {
        finish()
        connection.leave()
      }
      const timer = setTimeout(
        () => {
          if (!this.#restless) return
          finish()
          if (chance(0.5)) connection.leave()
          else connection.breakOff()
        },
        between(300, 8_000),
      )
    })
  }

  #receive({ data, errors }: Json): void {
    if (errors) this.fieldErrors.push(`received with errors: ${JSON.stringify(errors)}`)
    const event: ReceivedEvent | undefined = data?.reservationEvents
    if (!event) return
    if (event.reservation.cenote && !event.reservation.cenote.name) this.fieldErrors.push(`${event.id} is not whole`)
    this.received.push(event)
    this.#cursor = event.cursor
  }

  /** A gateway whose booking process is down may report that; anything else is a failure. */
  #refused(errors: readonly Json[]): void {
    if (errors.some(({ extensions }) => extensions?.code !== 'SERVICE_UNAVAILABLE'))
      this.fieldErrors.push(`refused: ${JSON.stringify(errors)}`)
  }
}
