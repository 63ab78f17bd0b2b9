import ipaddr from 'ipaddr.js'
import type { Environment } from '../../../platform/identity.ts'
import type { Mistake } from '../../../schema/mistakes.ts'

/** Longest address of a receiver. */
const mostCharacters = 2_000
/** IPv6 addresses outside this block are not routed to anybody on the internet, whatever they embed. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether deliveries may go to an IP address (decisions 8): public ones, and in the sandbox loopback, so that partners
 * can test on their own machine. Nothing inside a private network can be reached through a webhook.
 */
export function isAllowedIp(ip: string, environment: Environment): boolean {
  if (!ipaddr.isValid(ip)) return false
  // An IPv4 address inside an IPv6 one is judged as what it is.
  const address = ipaddr.process(ip)
  const range = address.range()
  if (range === 'loopback') return environment === 'sandbox'
  return range === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalUnicast))
}

/** The name or IP address of a URL, an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** A receiver's address in its normal form, or what is wrong with it. Names are resolved at delivery, not here. */
export function readAddress(
  text: string,
  environment: Environment,
): { url: string; problem?: undefined } | { url?: undefined; problem: Mistake } {
  if (text.length > mostCharacters) return { problem: `must have at most ${mostCharacters} characters` }
  if (!URL.canParse(text)) return { problem: 'must be an absolute URL' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(environment === 'sandbox' && url.protocol === 'http:'))
    return { problem: environment === 'sandbox' ? 'must be an https or http address' : 'must be an https address' }
  if (url.username !== '' || url.password !== '') return { problem: 'must not hold a user name or password' }
  if (url.hash !== '') return { problem: 'must not have a fragment' }
  const host = hostOf(url).replace(/\.$/, '')
  const isLocalName = host === 'localhost' || host.endsWith('.localhost')
  if ((isLocalName && environment === 'live') || (ipaddr.isValid(host) && !isAllowedIp(host, environment)))
    return { problem: 'must be a public address' }
  return { url: url.href }
}
