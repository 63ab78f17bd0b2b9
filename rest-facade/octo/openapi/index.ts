import type { DescribedRoutes, Operator } from '../../openapi/index.ts'
import { isOctoPath } from '../frame.ts'
import { completeOctoDocument } from './document.ts'
import { octoFrame } from './frame.ts'

export { guide } from './frame.ts'

/** The document of the routes below the base path. */
export const octoDocument = (publicUrl: string, operator: Operator): DescribedRoutes => ({
  swagger: {
    openapi: octoFrame(publicUrl, operator),
    // These routes are hidden from the document of REST.
    transform: ({ schema, url }) => ({
      schema: { ...schema, hide: !isOctoPath(url) || schema.operationId === undefined },
      url,
    }),
  },
  complete: completeOctoDocument,
})
