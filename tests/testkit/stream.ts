import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { keys, type Json } from './product.ts'
import { eventually } from './eventually.ts'

export interface StreamRequest {
  readonly query: string
  readonly variables?: Json
  readonly headers?: Record<string, string>
  readonly apiKey?: string
}

/** Server-sent events of /graphql/stream, by a request as an EventSource sends it. */
export class Stream {
  readonly response: IncomingMessage
  text = ''
  /** Nothing follows, however it ended. */
  over = false

  private constructor(response: IncomingMessage) {
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => (this.text += chunk))
    response.on('error', () => undefined)
    response.on('close', () => (this.over = true))
  }

  static async open(
    url: string,
    { query, variables = {}, headers = {}, apiKey = keys.demo }: StreamRequest,
  ): Promise<Stream> {
    const address = new URL(`${url}/graphql/stream`)
    address.search = new URLSearchParams({ query, variables: JSON.stringify(variables) }).toString()
    const request = get(address, {
      headers: { accept: 'text/event-stream', 'x-api-key': apiKey, ...headers },
      agent: false,
    })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return new Stream(response)
  }

  get status(): number {
    return this.response.statusCode ?? 0
  }

  get events(): { event: string; id?: string; data: Json }[] {
    return this.text
      .split('\n\n')
      .slice(0, -1)
      .filter((block) => block !== ':')
      .map((block) => {
        const fields = Object.fromEntries(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        )
        return { ...fields, data: fields['data'] ? JSON.parse(fields['data']) : null } as never
      })
  }

  /** Waits until there are as many events. */
  async received(count: number): Promise<void> {
    await eventually(() => this.events.length >= count, true, {
      describe: () => `${this.status} ${this.text.slice(-2_000)}`,
    })
  }

  /** Waits until the server ends it. */
  async ended(milliseconds?: number): Promise<void> {
    await eventually(() => this.over, true, { describe: () => this.text.slice(-2_000), milliseconds })
  }

  stop(): void {
    this.response.destroy()
  }
}
