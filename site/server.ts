import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { builtFolder, openAssets } from '../platform/http/assets.ts'
import { wantsPage } from '../platform/http/pages.ts'
import type { SiteContext, SiteOptions } from './context.ts'
import { acceptForms } from './forms.ts'
import { sendErrorPage } from './pages/error-page.ts'
import { checkout } from './pages/checkout.ts'
import { clientPackage } from './pages/client-package.ts'
import { docs } from './pages/docs.ts'
import { landing } from './pages/landing.ts'
import { reviews } from './pages/review.ts'
import { visits } from './pages/visit.ts'

export interface Site {
  register(app: FastifyInstance): void
  /** The not-found page; undefined for a request that does not accept HTML. */
  notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined
}

const icon = readFileSync(new URL('favicon.svg', import.meta.url))
const robots = `User-agent: *
Disallow: /api/
Disallow: /graphql
Disallow: /checkout/
Disallow: /documents/
Disallow: /reviews/
Disallow: /visits/
`
const oneDaySeconds = 86_400

/** The pages of the product (docs/decisions/0125-pages-are-rendered-by-the-server.md). */
export async function createSite(options: SiteOptions): Promise<Site> {
  const assets = await openAssets(builtFolder('site/assets'), '/assets')
  const context: SiteContext = { options, assets }
  const documentation = await docs(context)
  const typedClient = await clientPackage()
  return {
    register(app) {
      assets.register(app)
      for (const path of ['/favicon.svg', '/favicon.ico'])
        app.get(path, { schema: { hide: true } as object }, (_request, reply) =>
          reply.type('image/svg+xml').header('cache-control', `public, max-age=${oneDaySeconds}`).send(icon),
        )
      app.get('/robots.txt', { schema: { hide: true } as object }, (_request, reply) =>
        reply.type('text/plain; charset=utf-8').send(robots),
      )
      app.register(async (pages) => {
        pages.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
          const status = error.statusCode ?? 500
          if (status >= 500) options.logger.error({ err: error, requestId: request.id }, 'a page failed')
          return sendErrorPage(assets, request, reply, status)
        })
        acceptForms(pages)
        for (const register of [landing, checkout, visits, reviews]) register(context)(pages)
        documentation(pages)
        typedClient(pages)
      })
    },
    notFound(request, reply) {
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      return isRead && wantsPage(request) ? sendErrorPage(assets, request, reply, 404) : undefined
    },
  }
}
