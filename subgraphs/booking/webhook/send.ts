import { Resolver } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { hostOf, isAllowedIp, type ReceiverRules } from './address.ts'

/** IP addresses of a name; none when there are none. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>

export interface SendOptions {
  readonly rules: ReceiverRules
  readonly timeoutMilliseconds: number
  /** Ends the attempt early: the process stops. */
  readonly signal: AbortSignal
  readonly resolve?: Resolve
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
  { rules, timeoutMilliseconds, signal, resolve = resolveName }: SendOptions,
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
    const host = hostOf(url)
    const ips = isIP(host) ? [host] : await resolve(host, ended)
    if (ips.length === 0) return { failure: 'its name does not resolve' }
    const forbidden = ips.find((ip) => !isAllowedIp(ip, rules))
    if (forbidden !== undefined) return { failure: `its address ${forbidden} is not public` }
    const statusCode = await post(url, ips, headers, body, ended)
    return { statusCode }
  } catch (error) {
    if (isLate) return { failure: `no answer within ${timeoutMilliseconds / 1_000} s` }
    return { failure: describe(error) }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

function post(
  url: URL,
  ips: readonly string[],
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const checked = ips.map((ip) => ({ address: ip, family: isIP(ip) }))
  const lookup: LookupFunction = (_host, options, callback) => {
    if (options.all) callback(null, checked)
    else callback(null, checked[0]?.address ?? '', checked[0]?.family)
  }
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A new connection: none is shared between receivers, and none outlives the check of its address.
    agent: false,
    lookup,
    signal,
  }
  return new Promise((resolve, reject) => {
    const receive = (response: IncomingMessage): void => {
      let bytes = 0
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
    request.on('error', reject)
    request.end(body)
  })
}

/**
 * Queries the name servers. Not through the system's resolver, which occupies one of few threads, so that slow names of
 * some receivers would delay all others.
 */
async function resolveName(host: string, signal: AbortSignal): Promise<string[]> {
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const cancel = (): void => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function describe(error: unknown): string {
  const { code, name, message } = error as Partial<Error & { code: string }>
  if (name === 'AbortError') return 'interrupted'
  return [code, message].filter(Boolean).join(': ') || 'the request failed'
}
