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

/** Time from the start of a server until its document is built, and from then until it is built again. */
const [firstMilliseconds, againMilliseconds] = [30_000, 86_400_000]

/**
 * Collects the routes that are registered afterwards and serves their document as `/openapi.json` below the prefix of the
 * plugin. It is built a while after the start, because it takes a quarter of a second that no request should wait for, and
 * every day, because its examples have dates: those are two weeks ahead, so that a day makes no difference.
 */
export async function publishDocument(
  app: FastifyInstance,
  { frame, complete, decorator = 'swagger', transform }: PublishedDocument,
): Promise<void> {
  await app.register(fastifySwagger, { openapi: frame, decorator, ...(transform ? { transform } : {}) })
  const collected = app as unknown as Record<string, () => Document>
  let body: Buffer | undefined
  const build = (): Buffer => {
    const document = complete(collected[decorator]?.() as Document, new Date().toISOString().slice(0, 10))
    return (body = compressOnce(Buffer.from(JSON.stringify(document))))
  }
  let timer: NodeJS.Timeout | undefined
  const buildIn = (milliseconds: number): void => {
    timer = setTimeout(() => {
      if (!body || milliseconds === againMilliseconds) build()
      buildIn(againMilliseconds)
    }, milliseconds).unref()
  }
  app.addHook('onListen', async () => buildIn(firstMilliseconds))
  app.addHook('onClose', async () => clearTimeout(timer))
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(body ?? build()),
  )
}
