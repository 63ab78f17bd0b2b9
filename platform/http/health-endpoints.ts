import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { canWork, type Readiness } from '../process/readiness.ts'

/** Endpoints for operators: /healthz (the process runs), /readyz (it can serve), /metrics (Prometheus text). */
export function registerOperationsEndpoints(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, not its address: ids would make a series each.
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
    done()
  })
  registerProbes(app, readiness)
  app.get('/metrics', { schema: { hide: true } as object }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}

/** /healthz and /readyz alone. */
export function registerProbes(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', { schema: { hide: true } as object }, () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } as object }, async (_request, reply) => {
    const parts = await readiness()
    const isReady = canWork(parts)
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', parts })
  })
}
