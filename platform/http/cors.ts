import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

const allowedMethods = 'GET, POST, PUT, PATCH, DELETE'
const allowedHeaders =
  'Content-Type, Accept, Accept-Language, X-API-Key, X-Request-Id, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, GraphQL-Require-Preflight, Apollo-Require-Preflight, X-Apollo-Operation-Name'
const exposedHeaders =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Window, X-RateLimit-Retry-After, Retry-After, X-Request-Id, ETag, Link, Location, Allow, Content-Language, Idempotent-Replayed, X-Environment'
const preflightSeconds = 600

/** Which pages of other origins may speak to us; none unless the operator names them, for keys are no matter of browsers. */
export interface Origins {
  /**
   * Mounts CORS: answers to allowed origins may be read by them, and their browsers are told so when they ask. Sockets
   * from pages of other origins are refused before anything else sees them.
   */
  register(app: FastifyInstance): void
}

/** Whether `readOrigins` can read a setting: origins separated by commas, or `*`. */
export const areOrigins = (setting: string): boolean =>
  setting === '*' ||
  setting.split(',').every((origin) => /^https?:\/\/[^/\s,*]+$/.test(origin.trim()) && URL.canParse(origin.trim()))

/** Reads CORS_ORIGINS; `publicUrl` is our own origin, for sockets of pages of ours behind a proxy. */
export function readOrigins(setting: string | undefined, publicUrl: string | undefined): Origins {
  const named = (setting ?? '').split(',').map((origin) => origin.trim())
  const origins = new Set(
    named.filter((origin) => origin !== '' && origin !== '*').map((origin) => new URL(origin).origin),
  )
  const any = named.includes('*')
  const allows = (origin: string): boolean => any || origins.has(origin)
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin

  /** Whether a browser may open a socket from where it says it is; programs say nothing and may. */
  const welcomes = ({ headers: { origin, host } }: IncomingMessage): boolean => {
    if (origin === undefined || allows(origin)) return true
    return origin === own || (URL.canParse(origin) && new URL(origin).host === host)
  }

  return {
    register(app) {
      app.server.prependListener('upgrade', (request: IncomingMessage, socket: Duplex) => {
        // What listens after us finds a socket that cannot be written to any more, and lets it be.
        if (!welcomes(request)) socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      })
      if (!any && origins.size === 0) return
      app.addHook('onRequest', (request, reply, done) => {
        const { origin } = request.headers
        if (origin === undefined || !allows(origin)) return done()
        // At once, for an event stream writes its head itself and passes no later hook.
        reply.headers({
          'access-control-allow-origin': any ? '*' : origin,
          'access-control-expose-headers': exposedHeaders,
        })
        const asks = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
        if (!asks) return done()
        reply
          .code(204)
          .headers({
            'access-control-allow-methods': allowedMethods,
            'access-control-allow-headers': allowedHeaders,
            'access-control-max-age': preflightSeconds,
          })
          .send()
      })
      // Last of all, for routes write a Vary of their own.
      app.addHook('onSend', (_request, reply, _payload, done) => {
        const vary = String(reply.getHeader('vary') ?? '')
        if (!any) reply.header('vary', vary === '' ? 'Origin' : `${vary}, Origin`)
        done()
      })
    },
  }
}
