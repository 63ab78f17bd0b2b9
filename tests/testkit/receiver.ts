import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './product.ts'
import { eventually } from './eventually.ts'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: Json
  readonly path: string
}

/** How a receiver handles a delivery: the status it returns, or a function over the response. */
export type Behaviour = (received: Received, response: ServerResponse) => number | void

/** A partner's receiver of webhooks on a separate port; records what it was sent. */
export class Receiver {
  readonly received: Received[] = []
  behaviour: Behaviour = () => 200
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const received = { headers: request.headers, text, body: JSON.parse(text), path: request.url ?? '' }
      this.received.push(received)
      const status = this.behaviour(received, response)
      if (status === undefined) return
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"received":true}')
    })
  })

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Waits until as many deliveries came that match. */
  async got(
    count: number,
    matches: (received: Received) => boolean = () => true,
    milliseconds?: number,
  ): Promise<Received[]> {
    return eventually(
      () => this.received.filter(matches),
      ({ length }) => length >= count,
      { milliseconds, describe: () => `${count} deliveries were expected` },
    )
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
