import type { FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '../http/errors.ts'
import type { Facade } from '../http/facade.ts'
import { ReadSignedFileDocument, type QrFormat } from '../generated/operations.ts'
import { lowerName, presentFields } from '../../schema/present-fields.ts'

/**
 * Sends the picture or document of a signed token. A token of another kind of file or another reservation, or one with
 * an invalid signature, is NOT_FOUND. A file that is no longer valid is 410, with a file that says so.
 */
export async function sendSignedFile(
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: { token: string; kind: 'image/' | 'application/pdf'; format?: QrFormat; reservation?: string },
): Promise<FastifyReply> {
  const { token, kind, format = 'PNG', reservation } = wanted
  const { signedFile } = await facade.executeOrThrow(request, reply, ReadSignedFileDocument, {
    ...presentFields({ reservation }),
    token,
    format,
  })
  if (!signedFile?.contentType.startsWith(kind)) throw failure('NOT_FOUND')
  const name = signedFile.name.replace(/[^\w.-]/g, '_')
  return reply
    .code(signedFile.isValid ? 200 : 410)
    .type(signedFile.contentType)
    .header('content-language', lowerName(signedFile.language))
    .header('content-disposition', `inline; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .send(Buffer.from(signedFile.bytes, 'base64'))
}
