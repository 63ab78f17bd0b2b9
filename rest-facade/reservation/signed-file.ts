import type { FastifyReply, FastifyRequest } from 'fastify'
import { failure } from '../errors.ts'
import type { Facade } from '../facade.ts'
import { ReadSignedFileDocument, type QrFormat } from '../generated/operations.ts'

/**
 * Answers with the picture or document that a signed token names. A token of another kind of file than the address
 * is for, or one that was not signed here, is NOT_FOUND.
 */
export async function sendSignedFile(
  facade: Facade,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  format: QrFormat,
  kind: 'image/' | 'application/pdf',
): Promise<FastifyReply> {
  const { signedFile } = await facade.call(request, reply, ReadSignedFileDocument, { token, format })
  if (!signedFile?.contentType.startsWith(kind)) throw failure('NOT_FOUND')
  const name = signedFile.name.replace(/[^\w.-]/g, '_')
  return reply
    .type(signedFile.contentType)
    .header('content-disposition', `inline; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .send(Buffer.from(signedFile.bytes, 'base64'))
}
