import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BodyNotUtf8 } from '../platform/http/body.ts'
import { malformedParameters } from '../platform/http/query.ts'

const maxFormBytes = 32_768

/** A request sent by a page of another site. */
export class ForeignRequest extends Error {
  readonly statusCode = 403

  constructor() {
    super('A form was not sent from its own page')
    this.name = 'ForeignRequest'
  }
}

/** Lets the routes of a scope accept forms, and refuses those sent by a page of another site. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: maxFormBytes },
    (_request, body, done) => {
      const text = body.toString()
      if (!isUtf8(body) || malformedParameters(text).length > 0) done(new BodyNotUtf8())
      else done(null, Object.fromEntries(new URLSearchParams(text)))
    },
  )
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && !isFromOwnPage(request)) throw new ForeignRequest()
  })
}

/** Browsers name the origin of the page that sends a form; a request with neither header is refused. */
function isFromOwnPage({ headers, host }: FastifyRequest): boolean {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** A field of a submitted form. */
export function fieldOf({ body }: FastifyRequest, name: string): string {
  const value = ((body ?? {}) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}
