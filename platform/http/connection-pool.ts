import type { IncomingHttpHeaders } from 'node:http'
import { Pool, type Dispatcher } from 'undici'
import type { CancelSignal } from '../process/cancellation.ts'

export interface HttpResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface ConnectionPoolOptions {
  /** A longer response is broken off. */
  readonly maxResponseBytes?: number
  /** Certificates of authorities, besides those of Node, that may vouch for an https server. */
  readonly certificates?: string | undefined
}

const connectMilliseconds = 5_000
/** How long requests that run may take when the pool is closed. */
const drainMilliseconds = 10_000

/** A bounded number of keep-alive connections to one HTTP server; more requests than connections wait their turn. */
export class ConnectionPool {
  readonly #pool: Pool
  readonly #path: string

  constructor(
    readonly url: URL,
    maxConnections: number,
    { maxResponseBytes, certificates }: ConnectionPoolOptions = {},
  ) {
    this.#path = `${url.pathname}${url.search}`
    this.#pool = new Pool(url.origin, {
      connections: maxConnections,
      // The callers have time limits of their own.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(maxResponseBytes === undefined ? {} : { maxResponseSize: maxResponseBytes }),
      connect: { timeout: connectMilliseconds, ...(certificates === undefined ? {} : { ca: certificates }) },
    })
  }

  get(signal: CancelSignal): Promise<HttpResponse> {
    return this.#send({ path: this.#path, method: 'GET' }, signal)
  }

  post(body: string, headers: Readonly<Record<string, string>>, signal: CancelSignal): Promise<HttpResponse> {
    const request = { path: this.#path, method: 'POST' as const, body }
    return this.#send({ ...request, headers: { 'content-type': 'application/json', ...headers } }, signal)
  }

  #send(request: Dispatcher.DispatchOptions, signal: CancelSignal): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error)
      const collector = new Collector(signal, resolve, reject)
      this.#pool.dispatch(request, collector)
    })
  }

  /** Accepts no more requests; those that run have some time left. */
  async close(): Promise<void> {
    const timer = setTimeout(() => void this.#pool.destroy(), drainMilliseconds)
    await this.#pool.close().finally(() => clearTimeout(timer))
  }
}

/** Collects one response; dispatching without streams halves the processor time of a request. */
class Collector implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = []
  readonly #abort = (): void => this.#end()
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #headers: IncomingHttpHeaders = {}

  constructor(
    private readonly signal: CancelSignal,
    private readonly resolve: (response: HttpResponse) => void,
    private readonly reject: (error: Error) => void,
  ) {
    signal.addEventListener('abort', this.#abort, { once: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It waited for a connection, and its caller did not.
    if (this.signal.aborted) this.#end()
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.signal.removeEventListener('abort', this.#abort)
    const [first] = this.#chunks
    const whole = first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
    this.resolve({ status: this.#status, headers: this.#headers, text: whole.toString('utf8') })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.signal.removeEventListener('abort', this.#abort)
    this.reject(error)
  }

  #end(): void {
    const reason = this.signal.reason as Error
    this.#controller?.abort(reason)
    this.reject(reason)
  }
}
