import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '../process/logger.ts'
import { pageOriginsPath } from './forwarded-caller.ts'

/** Details of a request that are known only while it is served. */
export interface RequestFacts {
  /** Name of a GraphQL operation; its type when it has none. */
  operation?: string | undefined
  partnerId?: string | undefined
  /** Code of the first error of the response. */
  errorCode?: string | undefined
  /** A GraphQL operation by its type and its name, or the fields it selects; not part of the log's line. */
  label?: string | undefined
}

const facts = new WeakMap<IncomingMessage, RequestFacts>()

/** Adds to the line that the log gets about a request. Never keys, nor anything that a guest entered. */
export function noteRequest(request: IncomingMessage, noted: RequestFacts): void {
  const known = facts.get(request)
  if (known) Object.assign(known, noted)
  else facts.set(request, { ...noted })
}

export const factsOf = (request: IncomingMessage): RequestFacts => facts.get(request) ?? {}

/** Probes, scrapes and requests of facades for origins arrive every few seconds and are logged at `debug`. */
const periodic = new Set(['/healthz', '/readyz', '/metrics', pageOriginsPath])

/** One line for each response, with the route's pattern: addresses may hold tokens. */
export function logRequests(app: FastifyInstance, logger: Logger): void {
  if (!logger.isLevelEnabled('info')) return
  app.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method, routeOptions } = request
    const route = routeOptions.url ?? 'unknown'
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    const { label: _label, ...noted } = factsOf(request.raw)
    const line = { requestId, method, route, status: reply.statusCode, milliseconds, ...noted }
    if (periodic.has(route)) logger.debug(line, 'request completed')
    else logger.info(line, 'request completed')
    done()
  })
}
