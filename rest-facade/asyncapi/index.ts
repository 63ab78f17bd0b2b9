import type { FastifyInstance } from 'fastify'
import { compressOnce } from '../../platform/http/compression.ts'
import { asyncApiDocument } from './document.ts'

/** Serves the AsyncAPI document as `/asyncapi.json`; built at the first request. */
export function publishAsyncApi(app: FastifyInstance, publicUrl: string): void {
  let body: Buffer | undefined
  app.get('/asyncapi.json', { schema: { hide: true } }, (_request, reply) => {
    body ??= compressOnce(Buffer.from(JSON.stringify(asyncApiDocument(publicUrl))))
    return reply.type('application/json; charset=utf-8').send(body)
  })
}
