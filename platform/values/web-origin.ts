import { BlockList, isIPv4 } from 'node:net'

/** The origin of web pages, as browsers send it. */
export interface WebOrigin {
  /** Such as `https://shop.example`, without the port that its scheme has by default. */
  readonly text: string
  readonly isSecure: boolean
  /** Whether it is the machine that the browser runs on. */
  readonly isLoopback: boolean
}

/** A name of the DNS has at most 253. */
const maxCharacters = 300

/** The origin that a text names; null when it names anything else or more, such as a path, a user or a wildcard. */
export function webOrigin(text: string): WebOrigin | null {
  if (text.length > maxCharacters || !/^https?:\/\/[^/\s,*?#@\\]+\/?$/i.test(text) || !URL.canParse(text)) return null
  const { origin, protocol, hostname } = new URL(text)
  return { text: origin, isSecure: protocol === 'https:', isLoopback: isLoopback(hostname) }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)

/** Whether a host, as URL has it, is the machine that the browser runs on. */
export const isLoopback = (hostname: string): boolean =>
  hostname === '[::1]' || /(^|\.)localhost\.?$/.test(hostname) || (isIPv4(hostname) && loopback.check(hostname))
