import type { FastifyInstance } from 'fastify'
import { publishDocument, type Operator } from '../../openapi/index.ts'
import { completeOctoDocument } from './document.ts'
import { octoFrame } from './frame.ts'

export { guide } from './frame.ts'

/** Collects the routes that are registered afterwards, below the base path, and serves their document. */
export const publishOctoDocument = (app: FastifyInstance, publicUrl: string, operator: Operator): Promise<void> =>
  publishDocument(app, {
    frame: octoFrame(publicUrl, operator),
    complete: completeOctoDocument,
    decorator: 'octo',
    // The routes are hidden from the document of REST.
    transform: ({ schema, url }) => ({ schema: { ...schema, hide: schema.operationId === undefined }, url }),
  })
