import fastifySwagger from '@fastify/swagger'
import fastify from 'fastify'
import { createLogger } from '../platform/process/logger.ts'
import type { DocumentsJob } from './documents-thread.ts'
import { octoDocument } from './octo/index.ts'
import { restDocument, type Document, type Documents } from './openapi/index.ts'
import { createRestFacade } from './server.ts'

const unreachable = () => Promise.reject(new Error('There is no gateway here'))

/** Builds the OpenAPI documents from the routes of a facade that serves no request. */
export default async function buildDocuments({ publicUrl, supplier, today }: DocumentsJob): Promise<Documents> {
  const app = fastify()
  const [rest, octo] = [restDocument(publicUrl, supplier), octoDocument(publicUrl, supplier)]
  // Registered first: they collect the routes that follow.
  await app.register(fastifySwagger, { ...rest.swagger, decorator: 'rest' })
  await app.register(fastifySwagger, { ...octo.swagger, decorator: 'octo' })
  const facade = await createRestFacade({
    gateway: { execute: unreachable, authorize: unreachable },
    pictures: { read: unreachable, write: unreachable },
    publicUrl,
    supplier,
    logger: createLogger('silent', 'documents'),
  })
  await app.register(facade)
  await app.ready()
  const routes = app as unknown as Record<'rest' | 'octo', () => Document>
  const documents = {
    '/openapi.json': JSON.stringify(rest.complete(routes.rest(), today)),
    '/octo/v1/openapi.json': JSON.stringify(octo.complete(routes.octo(), today)),
  }
  await app.close()
  return documents
}
