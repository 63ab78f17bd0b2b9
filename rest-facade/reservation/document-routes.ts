import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { failures, keyOptional } from '../schemas/response-schemas.ts'
import { signedFile, type Facade } from '../http/facade.ts'
import { ReadSignedFileDocument } from '../generated/operations.ts'
import { sendSignedFile } from './signed-file.ts'

const DocumentPath = Type.Object({ token: Type.String({ description: 'Signed token, as given in `documents`.' }) })

/** Documents of reservations by their signed URLs; no key needed (docs/partner-api/documents.md#signed-addresses). */
export function documentRoutes(facade: Facade): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/documents/:token',
      {
        config: { ...signedFile, operation: ReadSignedFileDocument },
        schema: {
          tags: ['Reservations'],
          security: keyOptional,
          operationId: 'readDocument',
          summary: 'Download a confirmation or ticket as PDF',
          params: DocumentPath,
          response: {
            200: {
              description: 'The file.',
              content: { 'application/pdf': { schema: Type.String({ format: 'binary' }) } },
            },
            ...failures({ 404: ['NOT_FOUND'] }),
            410: {
              description: 'The reservation is cancelled, refunded or missed: a file that says so.',
              content: { 'application/pdf': { schema: Type.String({ format: 'binary' }) } },
            },
          },
        },
      },
      async (request, reply) => {
        await sendSignedFile(facade, request, reply, { token: request.params.token, kind: 'application/pdf' })
        return reply
      },
    )
  }
}
