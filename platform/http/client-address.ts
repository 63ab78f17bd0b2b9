import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { cutText } from '../values/text.ts'

/** Whether the address at this number of hops is one of our proxies, whose X-Forwarded-For is trusted. */
export type ProxyTrust = (address: string, hop: number) => boolean

const proxyTrustPattern = /^(true|false|[0-9]|[0-9a-fA-F:.]+(\/[0-9]+)?(\s*,\s*[0-9a-fA-F:.]+(\/[0-9]+)?)*)$/

/** Whether `proxyTrust` can read a setting. */
export function isProxyTrust(setting: string): boolean {
  if (!proxyTrustPattern.test(setting)) return false
  try {
    proxyTrust(setting)
    return true
  } catch {
    return false
  }
}

/**
 * Reads TRUST_PROXY: `false`, `true` (one proxy), the number of proxies in a row, or their addresses and networks
 * separated by commas. Entries before those of trusted proxies are the caller's claim and are ignored.
 */
export function proxyTrust(setting: string): ProxyTrust {
  if (setting === 'false') return () => false
  if (setting === 'true') return (_address, hop) => hop < 1
  if (/^\d$/.test(setting)) return (_address, hop) => hop < Number(setting)
  const networks = setting.split(',').map((text) => networkOf(text.trim()))
  return (address) => {
    const parsed = parse(address)
    return parsed !== undefined && networks.some(([network, bits]) => matches(parsed, network, bits))
  }
}

/** The address a request comes from, seen past our own proxies. */
export function clientAddress({ socket, headers }: IncomingMessage, trusts: ProxyTrust): string {
  if (headers['x-forwarded-for'] === undefined) return socket.remoteAddress ?? ''
  const forwarded = [headers['x-forwarded-for']].flat().join(',').split(',')
  const addresses = [socket.remoteAddress ?? '', ...forwarded.map((part) => part.trim()).reverse()].filter(Boolean)
  const index = addresses.findIndex((address, hop) => hop === addresses.length - 1 || !trusts(address, hop))
  return addresses[index] ?? ''
}

export const isLoopbackAddress = (address: string): boolean => parse(address)?.range() === 'loopback'

/**
 * Identifies one internet subscriber: an IPv4 address, or an IPv6 /64 network, in which a subscriber can use any
 * address. Any other text identifies itself.
 */
export function subscriberOf(address: string): string {
  return subscribers.memo(cutText(address, maxAddressLength))
}

const maxAddressLength = 100
/** Most requests come from an address that sent others before. */
const subscribers = new LRUCache<string, string>({ max: 1_000, memoMethod: readSubscriber })

function readSubscriber(address: string): string {
  const parsed = parse(address)
  if (!parsed) return address
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

function parse(text: string): Address | undefined {
  // Stricter than C's `inet_aton`: "10" is invalid, not 0.0.0.10.
  const readable = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  // `process` converts IPv4-mapped IPv6 addresses to IPv4.
  return readable ? ipaddr.process(text) : undefined
}

function networkOf(text: string): [network: Address, bits: number] {
  const [address = '', bits] = text.split('/')
  const network = parse(address)
  const maxBits = network?.kind() === 'ipv4' ? 32 : 128
  const length = bits === undefined ? maxBits : Number(bits)
  if (!network || length > maxBits) throw new Error(`TRUST_PROXY names "${text}", which is no address or network`)
  return [network, length]
}

const matches = (address: Address, network: Address, bits: number): boolean =>
  address.kind() === network.kind() && address.match([network, bits] as never)
