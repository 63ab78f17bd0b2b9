import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { ReceiverRules } from '../address.ts'
import { singleRoute, type Connections, type Resolve, type Route } from './connections.ts'

export interface SendOptions {
  readonly rules: ReceiverRules
  readonly timeoutMilliseconds: number
  /** Ends the attempt early: the process stops. */
  readonly signal: AbortSignal
  readonly resolve?: Resolve | undefined
  /** Connections that stay open; without them one is made for this request. */
  readonly connections?: Connections | undefined
}

/** The result of one request: the status, or why there is none, for the operator alone. */
export type Outcome = { readonly statusCode: number; readonly failure?: undefined } | { readonly failure: string }

/** How much of a response is read before its connection is closed; it is discarded. */
const maxResponseBytes = 65_536

/**
 * Sends one POST. The name is resolved here, every address it has is checked, and the connection goes to the checked
 * ones: a name that changes its mind between check and connection gains nothing. Redirects are not followed.
 */
export async function send(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { rules, timeoutMilliseconds, signal, resolve, connections }: SendOptions,
): Promise<Outcome> {
  // Not `AbortSignal.any`: the signal of the process would reference its result for as long as the process runs.
  const ending = new AbortController()
  const end = (): void => ending.abort()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, timeoutMilliseconds)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  const ended = ending.signal
  try {
    const url = new URL(address)
    const route = await (connections ? connections.route(url, ended) : singleRoute(url, ended, rules, resolve))
    if (route.failure !== undefined) return route
    return { statusCode: await post(url, route, headers, body, ended) }
  } catch (error) {
    if (isLate) return { failure: `no answer within ${timeoutMilliseconds / 1_000} s` }
    return { failure: describe(error) }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/** The receiver has closed a connection that was idle, perhaps while the request was on its way. */
const closedCodes = new Set(['ECONNRESET', 'EPIPE'])

function post(
  url: URL,
  { agent, lookup }: Exclude<Route, { failure: string }>,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent,
    lookup,
    signal,
  }
  return new Promise((resolve, reject) => {
    let hasResponse = false
    const receive = (response: IncomingMessage): void => {
      let bytes = 0
      hasResponse = true
      // Only the status counts; the rest of the response is drained, up to a limit.
      const done = (): void => resolve(response.statusCode ?? 0)
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxResponseBytes) response.destroy()
      })
      response.on('error', done)
      response.on('close', done)
    }
    const request = url.protocol === 'https:' ? httpsRequest(url, options, receive) : httpRequest(url, options, receive)
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && !hasResponse && closedCodes.has(error.code ?? '')
      // Once more on a new connection: a receiver may close an idle one at any time.
      if (isStale) post(url, { agent: false, lookup }, headers, body, signal).then(resolve, reject)
      else reject(error)
    })
    request.end(body)
  })
}

function describe(error: unknown): string {
  const { code, name, message } = error as Partial<Error & { code: string }>
  if (name === 'AbortError') return 'interrupted'
  return [code, message].filter(Boolean).join(': ') || 'the request failed'
}
