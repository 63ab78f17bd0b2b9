import type { FastifyInstance } from 'fastify'

/**
 * Once the end of the process is announced, each response asks its client to connect again, so that no request is on
 * its way over a connection when that is closed.
 */
export function closeWhenAnnounced(app: FastifyInstance, announced: AbortSignal): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (announced.aborted) void reply.header('connection', 'close')
    done()
  })
}
