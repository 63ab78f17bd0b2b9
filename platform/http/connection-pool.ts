import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

export interface HttpResponse {
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A bounded number of keep-alive connections to one HTTP server; more requests than connections wait their turn. */
export class ConnectionPool {
  readonly #agent: HttpAgent
  readonly #request: typeof httpRequest

  constructor(
    readonly url: URL,
    maxConnections: number,
  ) {
    const options = { keepAlive: true, maxSockets: maxConnections }
    const secure = url.protocol === 'https:'
    this.#agent = secure ? new HttpsAgent(options) : new HttpAgent(options)
    this.#request = secure ? httpsRequest : httpRequest
  }

  get(signal: AbortSignal): Promise<HttpResponse> {
    return this.#send('GET', {}, signal)
  }

  post(body: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<HttpResponse> {
    const length = String(Buffer.byteLength(body))
    return this.#send(
      'POST',
      { 'content-type': 'application/json', 'content-length': length, ...headers },
      signal,
      body,
    )
  }

  #send(
    method: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    body?: string,
  ): Promise<HttpResponse> {
    const send = this.#request
    return new Promise((resolve, reject) => {
      const request = send(this.url, { method, agent: this.#agent, headers, signal }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => resolve({ headers: response.headers, text: Buffer.concat(chunks).toString('utf8') }))
      })
      request.on('error', reject)
      request.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
