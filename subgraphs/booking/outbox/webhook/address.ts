import ipaddr from 'ipaddr.js'
import type { Environment } from '../../../../platform/trust/identity.ts'
import type { FieldError } from '../../../../schema/field-errors.ts'

/** Which addresses that are not public deliveries of the sandbox may go to. */
export type PrivateReach = 'none' | 'loopback' | 'all'

/** Where deliveries of one environment may go. */
export interface ReceiverRules {
  readonly takesHttp: boolean
  readonly privateReach: PrivateReach
}

/** Live deliveries go to public addresses over HTTPS, whatever the setting. */
export const receiverRules = (environment: Environment, privateReach: PrivateReach): ReceiverRules =>
  environment === 'live' ? { takesHttp: false, privateReach: 'none' } : { takesHttp: true, privateReach }

const maxCharacters = 2_000
/** IPv6 addresses outside this block are not routed on the internet, whatever they embed. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Metadata services of clouds outside the link-local range; they hand out the credentials of the machine. */
const metadataServices = new Set(['168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', '100.100.100.200'])
const privateRanges = new Set(['private', 'uniqueLocal', 'carrierGradeNat'])

/** Whether deliveries may go to an IP address. An IPv4 address inside an IPv6 one is judged as what it is. */
export function isAllowedIp(ip: string, { privateReach }: ReceiverRules): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  if (metadataServices.has(address.toString())) return false
  const range = address.range()
  if (range === 'unicast') return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
  if (range === 'loopback') return privateReach !== 'none'
  return privateReach === 'all' && privateRanges.has(range)
}

/** The name or IP address of a URL, an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** A receiver's address in its normal form, or what is wrong with it. Names are resolved at delivery, not here. */
export function readAddress(
  text: string,
  rules: ReceiverRules,
): { url: string; problem?: undefined } | { url?: undefined; problem: FieldError } {
  if (text.length > maxCharacters) return { problem: { code: 'TOO_LONG', max: maxCharacters } }
  if (!URL.canParse(text)) return { problem: { code: 'NOT_AN_ABSOLUTE_URL' } }
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(rules.takesHttp && url.protocol === 'http:'))
    return { problem: rules.takesHttp ? { code: 'NOT_AN_HTTP_ADDRESS' } : { code: 'NOT_AN_HTTPS_ADDRESS' } }
  if (url.username !== '' || url.password !== '') return { problem: { code: 'HAS_CREDENTIALS' } }
  if (url.hash !== '') return { problem: { code: 'HAS_FRAGMENT' } }
  const host = hostOf(url).replace(/\.$/, '')
  const isLocalName = host === 'localhost' || host.endsWith('.localhost')
  if ((isLocalName && rules.privateReach === 'none') || (ipaddr.isValid(host) && !isAllowedIp(host, rules)))
    return { problem: { code: 'NOT_A_PUBLIC_ADDRESS' } }
  return { url: url.href }
}
