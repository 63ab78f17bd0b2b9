import type { FastifyInstance } from 'fastify'

/** The deprecation of an operation (docs/partner-api/lifecycle.md#deprecation). */
export interface Deprecation {
  /** The date since which it is deprecated, YYYY-MM-DD. */
  readonly since: string
  /** The date on which it is removed, at least six months later. */
  readonly sunset: string
  /** Path of its replacement. */
  readonly successor?: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecation?: Deprecation
  }
}

/** Marks deprecated routes in the document and on each of their responses (RFC 9745, RFC 8594). */
export function announceDeprecations(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.deprecation) route.schema = { ...route.schema, deprecated: true }
  })
  app.addHook('onRequest', async ({ routeOptions }, reply) => {
    const { deprecation } = routeOptions.config
    if (!deprecation) return
    const { since, sunset, successor } = deprecation
    reply.header('deprecation', `@${Date.parse(since) / 1_000}`)
    reply.header('sunset', new Date(sunset).toUTCString())
    if (successor !== undefined) reply.header('link', `<${publicUrl}${successor}>; rel="successor-version"`)
  })
}
