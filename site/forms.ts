import type { FastifyInstance, FastifyRequest } from 'fastify'

const maxFormBytes = 32_768

/** A request that a page of another site has sent. */
export class ForeignRequest extends Error {
  readonly statusCode = 403

  constructor() {
    super('A form was not sent from its own page')
    this.name = 'ForeignRequest'
  }
}

/** Has the routes of a scope take forms of pages, and refuses those that a page of another site sends. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  )
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && !isFromOwnPage(request)) throw new ForeignRequest()
  })
}

/** Browsers state the site of the page that sends a form; one that states neither header is refused. */
function isFromOwnPage({ headers, host }: FastifyRequest): boolean {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** A member of a sent form. */
export function fieldOf({ body }: FastifyRequest, name: string): string {
  const value = ((body ?? {}) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}
