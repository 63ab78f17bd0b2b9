import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { varyBy } from './vary.ts'

const allowedMethods = 'GET, POST, PUT, PATCH, DELETE'
/** Headers that a page may send; a preflight that names others, in a list that can be read, gets those. */
const usualHeaders =
  'Content-Type, Accept, Accept-Language, X-API-Key, Authorization, X-Request-Id, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Octo-Capabilities, GraphQL-Require-Preflight, Apollo-Require-Preflight, X-Apollo-Operation-Name'
const exposedHeaders =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Window, X-RateLimit-Retry-After, Retry-After, X-Request-Id, ETag, Link, Location, Allow, Content-Language, Available-Languages, Octo-Capabilities, Idempotent-Replayed, X-Cache, X-Environment, WWW-Authenticate'
const preflightSeconds = 600

const maxRequestedHeaders = 2_048
const headerNames = /^[\w!#$%&'*+.^`|~-]+(?:[ \t]*,[ \t]*[\w!#$%&'*+.^`|~-]+)*$/

/** The headers that a preflight names. Tracing and GraphQL clients add headers that no list could foresee. */
function requestedHeaders({ headers }: FastifyRequest): string | undefined {
  const names = headers['access-control-request-headers']
  return names !== undefined && names.length <= maxRequestedHeaders && headerNames.test(names) ? names : undefined
}

/** Origins whose pages may call us: those that the operator configures, and those that publishable keys name. */
export interface Origins {
  /**
   * Mounts CORS: pages of allowed origins may read responses, and preflight requests get the matching response.
   * WebSocket upgrades from other origins are refused before any other handler sees them.
   */
  register(app: FastifyInstance): void
  /** Allows the origins that these have, too, whenever a request arrives. */
  follow(pages: { has(origin: string): boolean }): void
}

/** Whether `readOrigins` can read a setting: origins separated by commas, or `*`. */
export const areOrigins = (setting: string): boolean =>
  setting === '*' ||
  setting.split(',').every((origin) => /^https?:\/\/[^/\s,*]+$/.test(origin.trim()) && URL.canParse(origin.trim()))

/** Reads CORS_ORIGINS; `publicUrl` is our own origin, for WebSockets of our own pages behind a proxy. */
export function readOrigins(setting: string | undefined, publicUrl: string | undefined): Origins {
  const named = (setting ?? '').split(',').map((origin) => origin.trim())
  const origins = new Set(
    named.filter((origin) => origin !== '' && origin !== '*').map((origin) => new URL(origin).origin),
  )
  const any = named.includes('*')
  let pages: { has(origin: string): boolean } = new Set<string>()
  const allows = (origin: string): boolean => any || origins.has(origin) || pages.has(origin)
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin

  /** Whether a browser may open a WebSocket from its Origin; programs send no Origin and may. */
  const welcomes = ({ headers: { origin, host } }: IncomingMessage): boolean => {
    if (origin === undefined || allows(origin)) return true
    return origin === own || (URL.canParse(origin) && new URL(origin).host === host)
  }

  return {
    follow(followed) {
      pages = followed
    },
    register(app) {
      app.server.prependListener('upgrade', (request: IncomingMessage, socket: Duplex) => {
        // Later listeners find a socket that is no longer writable and ignore it.
        if (!welcomes(request)) socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      })
      app.addHook('onRequest', (request, reply, done) => {
        const { origin } = request.headers
        if (origin === undefined || !allows(origin)) return done()
        // Set immediately, because an event stream writes its head itself and skips later hooks.
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
            'access-control-allow-headers': requestedHeaders(request) ?? usualHeaders,
            vary: 'Origin, Access-Control-Request-Headers',
            'access-control-max-age': preflightSeconds,
          })
          .send()
      })
      // Runs last, because routes set their own Vary.
      app.addHook('onSend', (_request, reply, _payload, done) => {
        // Whether a publishable key is accepted depends on it, also where every page may read the response.
        varyBy(reply, 'Origin')
        done()
      })
    },
  }
}
