import type { FastifyInstance } from 'fastify'
import { asyncApiDocument } from './document.ts'

/** Serves the AsyncAPI document as `/asyncapi.json`; built at the first request. */
export function publishAsyncApi(app: FastifyInstance, publicUrl: string): void {
  let text: string | undefined
  app.get('/asyncapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((text ??= JSON.stringify(asyncApiDocument(publicUrl)))),
  )
}
