import fastifySwagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { compressOnce } from '../../platform/http/compression.ts'
import { completeDocument } from './document.ts'
import { openApiFrame, type Operator } from './frame.ts'
import type { Document } from './model.ts'

export interface PublishedDocument {
  /** The parts that do not come from the routes. */
  readonly frame: FastifyDynamicSwaggerOptions['openapi']
  /** Completes the document of the routes' schemas; its examples have dates after `today`. */
  readonly complete: (routes: Document, today: string) => Document
  /** Distinguishes documents that one server publishes. */
  readonly decorator?: string
  readonly transform?: FastifyDynamicSwaggerOptions['transform']
}

/** Serves the document of REST as `/openapi.json`. */
export const publishOpenApi = (app: FastifyInstance, publicUrl: string, operator: Operator): Promise<void> =>
  publishDocument(app, { frame: openApiFrame(publicUrl, operator), complete: completeDocument })

/**
 * Collects the routes that are registered afterwards and serves their document as `/openapi.json` below the prefix of the
 * plugin. The document is built at the first request of a day, because its examples contain dates.
 */
export async function publishDocument(
  app: FastifyInstance,
  { frame, complete, decorator = 'swagger', transform }: PublishedDocument,
): Promise<void> {
  await app.register(fastifySwagger, { openapi: frame, decorator, ...(transform ? { transform } : {}) })
  const collected = app as unknown as Record<string, () => Document>
  let made: { day: string; body: Buffer } | undefined
  const today = (): Buffer => {
    const day = new Date().toISOString().slice(0, 10)
    if (made?.day === day) return made.body
    const document = complete(collected[decorator]?.() as Document, day)
    made = { day, body: compressOnce(Buffer.from(JSON.stringify(document))) }
    return made.body
  }
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(today()),
  )
}
