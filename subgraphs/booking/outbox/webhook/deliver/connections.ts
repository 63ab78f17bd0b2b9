import { Resolver } from 'node:dns/promises'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { hostOf, isAllowedIp, type ReceiverRules } from '../address.ts'

/** IP addresses of a name; none when there are none. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string[]>

/** How requests reach a receiver, or why they may not. */
export type Route =
  | { readonly agent: HttpAgent | false; readonly lookup: LookupFunction; readonly failure?: undefined }
  | { readonly failure: string }

/** For how long a check of a name's addresses counts while deliveries follow one another. */
const checkedMilliseconds = 5_000
/** No connection is used again after this time, so that a name that has moved is followed. */
const maxAgeMilliseconds = 30_000

/**
 * The connections to one receiver, which stay open between deliveries. They go to addresses that were checked when they
 * were made; when the name has an address that is not allowed, or none, no idle one is used again.
 */
export class Connections {
  readonly #rules: ReceiverRules
  readonly #resolve: Resolve
  #checked: { readonly origin: string; readonly at: number; readonly route: Promise<Route> } | undefined
  #reused: { readonly origin: string; readonly agent: ReusableAgent } | undefined

  constructor(rules: ReceiverRules, resolve: Resolve = resolveName) {
    this.#rules = rules
    this.#resolve = resolve
  }

  /** Resolves and checks the name of a receiver, unless that was done a moment ago. */
  async route(url: URL, signal: AbortSignal): Promise<Route> {
    const { origin } = url
    const now = performance.now()
    if (this.#checked?.origin !== origin || now - this.#checked.at > checkedMilliseconds)
      this.#checked = { origin, at: now, route: this.#check(url, signal) }
    const checked = this.#checked
    try {
      const route = await checked.route
      if (route.failure === undefined) return route
      this.#forget(checked)
      return route
    } catch (error) {
      this.#forget(checked)
      throw error
    }
  }

  /** The name is resolved and checked again before the next request. */
  recheck(): void {
    this.#checked = undefined
  }

  /** Closes idle connections, and the others when they are idle. */
  close(): void {
    this.#checked = undefined
    this.#reused?.agent.retire()
    this.#reused = undefined
  }

  #forget(checked: object): void {
    if (this.#checked === checked) this.close()
  }

  async #check(url: URL, signal: AbortSignal): Promise<Route> {
    const checked = await checkedAddresses(url, signal, this.#rules, this.#resolve)
    if ('failure' in checked) return checked
    if (this.#reused?.origin !== url.origin) {
      this.#reused?.agent.retire()
      this.#reused = { origin: url.origin, agent: reusableAgent(url) }
    }
    return { agent: this.#reused.agent.agent, lookup: checked.lookup }
  }
}

/** A route whose connection is closed after one request. */
export async function singleRoute(
  url: URL,
  signal: AbortSignal,
  rules: ReceiverRules,
  resolve: Resolve = resolveName,
): Promise<Route> {
  const checked = await checkedAddresses(url, signal, rules, resolve)
  return 'failure' in checked ? checked : { agent: false, lookup: checked.lookup }
}

/** The addresses to which connections go: all that a name has, each of which must be allowed. */
async function checkedAddresses(
  url: URL,
  signal: AbortSignal,
  rules: ReceiverRules,
  resolve: Resolve,
): Promise<{ readonly lookup: LookupFunction } | { readonly failure: string }> {
  const host = hostOf(url)
  const ips = isIP(host) ? [host] : await resolve(host, signal)
  if (ips.length === 0) return { failure: 'its name does not resolve' }
  const forbidden = ips.find((ip) => !isAllowedIp(ip, rules))
  if (forbidden !== undefined) return { failure: `its address ${forbidden} is not public` }
  const checked = ips.map((ip) => ({ address: ip, family: isIP(ip) }))
  return {
    lookup(_host, options, callback) {
      if (options.all) callback(null, checked)
      else callback(null, checked[0]?.address ?? '', checked[0]?.family)
    },
  }
}

interface ReusableAgent {
  readonly agent: HttpAgent
  retire(): void
}

function reusableAgent({ protocol }: URL): ReusableAgent {
  const options = { keepAlive: true, scheduling: 'lifo' } as const
  const agent = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  const usedSince = new WeakMap<object, number>()
  let isRetired = false
  const keep = agent.keepSocketAlive.bind(agent) as unknown as (socket: object) => boolean
  const keepWhileYoung = (socket: object): boolean => {
    const now = performance.now()
    const since = usedSince.get(socket) ?? now
    usedSince.set(socket, since)
    return !isRetired && now - since < maxAgeMilliseconds && keep(socket)
  }
  agent.keepSocketAlive = keepWhileYoung
  return {
    agent,
    retire() {
      isRetired = true
      for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
    },
  }
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
