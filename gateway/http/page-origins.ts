import type { FastifyInstance } from 'fastify'
import {
  forwardedCallerHeader,
  pageOriginsPath,
  type ForwardedCallerSigner,
} from '../../platform/http/forwarded-caller.ts'
import type { PageOrigins } from '../../platform/http/page-origins.ts'

/** Lists the origins of pages for our facades in other processes, which have no database; for anyone else it is unknown. */
export function registerPageOrigins(app: FastifyInstance, origins: PageOrigins, signer: ForwardedCallerSigner): void {
  app.post(pageOriginsPath, ({ headers }, reply) => {
    if (!signer.verify(headers[forwardedCallerHeader])) return reply.callNotFound()
    return reply.header('cache-control', 'no-store').send(origins.list())
  })
}
