import fastifySwagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { compressOnce } from '../../platform/http/compression.ts'
import { completeDocument } from './document.ts'
import { openApiFrame } from './frame.ts'
import type { Document } from './model.ts'

/**
 * Collects the routes that are registered afterwards and serves their document as `/openapi.json`; returns the function
 * that reads it. The document is built at the first request of a day, because its examples contain dates.
 */
export async function publishOpenApi(app: FastifyInstance, publicUrl: string): Promise<() => Document> {
  await app.register(fastifySwagger, { openapi: openApiFrame(publicUrl) })
  let made: { day: string; document: Document; body: Buffer } | undefined
  const today = (): typeof made & object => {
    const day = new Date().toISOString().slice(0, 10)
    if (made?.day === day) return made
    const document = completeDocument(app.swagger() as unknown as Document, day)
    return (made = { day, document, body: compressOnce(Buffer.from(JSON.stringify(document))) })
  }
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(today().body),
  )
  return () => today().document
}
