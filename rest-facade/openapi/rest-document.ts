import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { completeDocument } from './document.ts'
import { openApiFrame, type Operator } from './frame.ts'
import type { Document } from './model.ts'

/** How a document is made of the schemas of routes. */
export interface DescribedRoutes {
  /** Selects the routes, and has the parts that do not come from them. */
  readonly swagger: Pick<FastifyDynamicSwaggerOptions, 'openapi' | 'transform'>
  /** Completes the document of the routes' schemas; its examples have dates after `today`. */
  readonly complete: (routes: Document, today: string) => Document
}

/** The document of REST. */
export const restDocument = (publicUrl: string, operator: Operator): DescribedRoutes => ({
  swagger: { openapi: openApiFrame(publicUrl, operator) },
  complete: completeDocument,
})
