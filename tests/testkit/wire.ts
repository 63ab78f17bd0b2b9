import WebSocket, { type ClientOptions, type RawData } from 'ws'
import { keys, type Json } from './product.ts'
import { eventually } from './eventually.ts'

/** A WebSocket to /graphql, message by message: what a client library would hide can be sent and seen. */
export class Wire {
  readonly messages: Json[] = []
  closed: { code: number; reason: string } | undefined
  readonly socket: WebSocket

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data: RawData) => this.messages.push(JSON.parse(String(data as Buffer))))
    socket.on('close', (code, reason) => (this.closed = { code, reason: reason.toString() }))
    socket.on('error', () => undefined)
  }

  /** Opened, nothing sent. */
  static async open(
    url: string,
    options: ClientOptions & { protocols?: string | string[] | undefined } = {},
  ): Promise<Wire> {
    const { protocols = 'graphql-transport-ws', ...rest } = options
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, protocols, rest)
    const wire = new Wire(socket)
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    return wire
  }

  /** Opened and acknowledged. */
  static async connect(url: string, apiKey = keys.demo): Promise<Wire> {
    const wire = await Wire.open(url)
    wire.send({ type: 'connection_init', payload: { apiKey } })
    await wire.received(1)
    wire.messages.shift()
    return wire
  }

  /** Text and bytes are sent as they are, everything else as JSON. */
  send(message: unknown): void {
    this.socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message))
  }

  subscribe(id: string, query: string, variables?: Record<string, unknown>): void {
    this.send({ id, type: 'subscribe', payload: { query, ...(variables ? { variables } : {}) } })
  }

  /** Waits until there are as many messages. */
  async received(count: number): Promise<Json[]> {
    await eventually(() => this.messages.length >= count, true, {
      describe: () =>
        `${this.messages.length} of ${count} messages came, ${JSON.stringify(this.closed)}: ${JSON.stringify(this.messages).slice(0, 2_000)}`,
    })
    return this.messages
  }

  /** Waits until the server closes. */
  async ended(milliseconds?: number): Promise<{ code: number; reason: string }> {
    await eventually(() => this.closed !== undefined, true, {
      describe: () => `Still open: ${JSON.stringify(this.messages).slice(0, 2_000)}`,
      milliseconds,
    })
    return this.closed ?? { code: 0, reason: '' }
  }

  /** A round trip, after which everything sent before has been processed. */
  async settled(): Promise<void> {
    const mark = `${this.messages.length} ${Math.random()}`
    this.send({ type: 'ping', payload: { mark } })
    const isResponse = ({ type, payload }: Json): boolean => type === 'pong' && payload?.mark === mark
    await eventually(() => this.messages.some(isResponse), true, {
      describe: () => `No pong: ${JSON.stringify(this.closed)}`,
    })
    this.messages.splice(this.messages.findIndex(isResponse), 1)
  }

  close(): void {
    this.socket.close(1000)
  }
}
