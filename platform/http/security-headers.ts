import type { FastifyInstance } from 'fastify'

/** Answers for programs load nothing; pages say themselves what they need. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** A browser shows a PDF by parts of its own, which the policy of the answer would bind. */
const displayOnly = "base-uri 'none'; frame-ancestors 'none'"
const oneYearSeconds = 31_536_000

/** Headers by which browsers take answers for what they are and nothing more; HTTPS is kept to where we are reached by it. */
export const securityHeaders = (publicUrl: string | undefined): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': nothing,
  ...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': `max-age=${oneYearSeconds}` } : {}),
})

/** Writes these headers on every answer that passes the server's hooks. */
export function secureAnswers(app: FastifyInstance, publicUrl: string | undefined): void {
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

/** The policy of a page of ours: all that it needs comes from this server; it may connect to it and to those named. */
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
