import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { between, chance, oneOf } from './random.ts'

type Failure = (response: ServerResponse) => void
const failures: readonly [Failure, ...Failure[]] = [
  (response) => response.writeHead(500).end(),
  (response) => response.writeHead(503).end(),
  (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  (response) => void response.socket?.destroy(),
  (response) => void setTimeout(() => response.writeHead(429).end(), between(100, 2_000)),
]

/** A receiver of webhooks that fails in many ways at random, and sometimes does not respond at all. */
export class LoadReceiver {
  /** How often each delivery was accepted, by `webhook-id`. */
  readonly taken = new Map<string, number>()
  attempts = 0
  forged = 0
  secret = ''
  /** With each delivery that it accepts for the first time. */
  onTaken: ((body: string) => void) | undefined
  #failing = true
  readonly #server: Server

  constructor(readonly failureRate: number) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => this.#receive(request.headers as Record<string, string>, Buffer.concat(chunks), response))
    })
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`
  }

  /** From now on every delivery is accepted. */
  recover(): void {
    this.#failing = false
  }

  get repeats(): number {
    return [...this.taken.values()].reduce((sum, times) => sum + times - 1, 0)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #receive(headers: Record<string, string>, body: Buffer, response: ServerResponse): void {
    this.attempts += 1
    try {
      new Webhook(this.secret).verify(body.toString(), headers)
    } catch {
      this.forged += 1
      return void response.writeHead(400).end()
    }
    // No response: the attempt times out after 15 seconds.
    if (this.#failing && chance(0.002)) return
    if (this.#failing && chance(this.failureRate)) return oneOf(failures)(response)
    const id = headers['webhook-id'] ?? ''
    if (!this.taken.has(id)) this.onTaken?.(body.toString())
    this.taken.set(id, (this.taken.get(id) ?? 0) + 1)
    const respond = (): void =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}')
    if (this.#failing && chance(0.05)) setTimeout(respond, between(50, 1_000))
    else respond()
  }
}
