import type { FastifyInstance } from 'fastify'
import type { Logger } from '../process/logger.ts'
import { pageOriginsPath } from './forwarded-caller.ts'
import { factsOf } from './request-facts.ts'

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
