import type { FastifyReply, FastifyRequest } from 'fastify'
import { namedMediaType } from './media-type.ts'

/** Whether the caller asks for a page, as browsers do; a client that accepts anything does not. */
export const wantsPage = ({ headers }: FastifyRequest): boolean =>
  namedMediaType(headers.accept, ['text/html', 'application/json']) === 'text/html'

/**
 * The policy of pages without inline scripts or styles: everything comes from this server, and forms go to it. `sockets`
 * are the addresses of WebSockets, which older browsers do not count to 'self'.
 */
export const strictPagePolicy = ({ sockets = [] }: { readonly sockets?: readonly string[] } = {}): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ['connect-src', "'self'", ...sockets].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** WebSocket addresses of the host that a page came from. */
export const socketsOf = (host: string): string[] =>
  /^[\w.:[\]-]+$/.test(host) ? [`ws://${host}`, `wss://${host}`] : []

/** Sends a page, which is made for one request and so not stored by caches. */
export const sendPage = (reply: FastifyReply, html: string, policy = strictPagePolicy()): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policy,
      'cache-control': reply.getHeader('cache-control') ?? 'no-cache',
      // Forms state their own origin; other sites learn nothing of an address.
      'referrer-policy': 'same-origin',
      vary: 'Accept, Accept-Language',
    })
    .send(html)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML that needs no escaping any more. */
export class Html {
  constructor(readonly text: string) {}
}

type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[]

const textOf = (part: HtmlPart): string => {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** A template of HTML: what is put in is escaped, unless it is HTML itself. */
export const html = (strings: TemplateStringsArray, ...parts: HtmlPart[]): Html =>
  new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]) + string))
