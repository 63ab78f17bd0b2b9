import type { FastifyInstance } from 'fastify'

/** API responses load nothing; HTML pages set their own policy. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** Browsers render PDF with built-in resources, which a stricter policy would block. */
const displayOnly = "base-uri 'none'; frame-ancestors 'none'"
const oneYearSeconds = 31_536_000

/**
 * Headers that stop browsers from guessing content types; Strict-Transport-Security only where we are reached over
 * HTTPS.
 */
export const securityHeaders = (publicUrl: string | undefined): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': nothing,
  ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': `max-age=${oneYearSeconds}` } : {}),
})

/** Writes these headers on every response that passes the server's hooks. */
export function secureResponses(app: FastifyInstance, publicUrl: string | undefined): void {
  const headers = securityHeaders(publicUrl)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (String(reply.getHeader('content-type')).startsWith('application/pdf'))
      reply.header('content-security-policy', displayOnly)
    done()
  })
}

/** The policy of our own pages: resources come from this server only; connections go to it and to the named origins. */
export function pagePolicy(connections: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Editors set styles on elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    ['connect-src', "'self'", ...connections].join(' '),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
