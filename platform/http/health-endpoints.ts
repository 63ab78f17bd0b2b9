import type { FastifyInstance } from 'fastify'
import { durationBuckets, histogram } from '../process/metrics.ts'
import { canWork, type Readiness } from '../process/readiness.ts'
import { registerMetrics, type MetricsSettings } from './metrics-endpoint.ts'

const durations = histogram(
  'http_request_duration_seconds',
  'Time to respond, by method, route and status.',
  durationBuckets,
  ['method', 'route', 'status'],
)

/** Endpoints for operators: /healthz (the process runs), /readyz (it can serve), /metrics (Prometheus text). */
export function registerOperationsEndpoints(
  app: FastifyInstance,
  readiness: () => Promise<Readiness>,
  settings: MetricsSettings,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, not its address: ids would make a series each.
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
    done()
  })
  registerProbes(app, readiness)
  registerMetrics(app, settings)
}

/** /healthz and /readyz alone. */
function registerProbes(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', { schema: { hide: true } as object }, () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } as object }, async (_request, reply) => {
    const parts = await readiness()
    const isReady = canWork(parts)
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', parts })
  })
}
