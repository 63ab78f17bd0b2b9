import type { FastifyInstance } from 'fastify'
import { beginSpan, isTracing, runWithin, type Context, type Span } from '../process/tracing.ts'
import { RequestValue } from './request-value.ts'

/** A span for each request, which continues the trace of its caller; parts of the request are within it. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  const spans = new RequestValue<{ readonly span: Span; readonly within: Context }>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers } = request
    const route = routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': method, 'http.route': route, 'cenotes.request_id': request.id }
    const begun = beginSpan(`${method} ${route}`, attributes, headers)
    spans.set(request.raw, begun)
    runWithin(begun.within, done)
  })
  // The body arrives in other callbacks, which belong to the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const begun = spans.of(request.raw)
    if (begun) runWithin(begun.within, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.of(request.raw)?.span
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: 2 })
    span?.end()
    done()
  })
}
