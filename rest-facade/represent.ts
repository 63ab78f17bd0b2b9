import type { FastifyReply, FastifyRequest } from 'fastify'
import { CompressedForms, compressOnce } from '../platform/http/compression.ts'
import { requestContextOf, type Represented } from './request-context.ts'

/** Headers that a route sets together with its body. */
const ownHeaders = ['link', 'content-language'] as const

/**
 * The body of a response, which `make` builds from the data of the request's operation. When the gateway has that data
 * cached, the body is built and serialized once for all equal requests. The variant names what it depends on beside the
 * request's line and language: by default the request's body.
 */
export function represent(request: FastifyRequest, reply: FastifyReply, make: () => object, variant?: string): object {
  const context = requestContextOf(request)
  const { cached, locale } = context
  if (!cached) return make()
  const { method, url, body } = request
  const name = `${method} ${url} ${locale} ${variant ?? (body === undefined ? '' : JSON.stringify(body))}`
  const represented = cached.derive(name, (onGrow) => {
    const bytes = Buffer.from(reply.serialize(make()) as string)
    compressOnce(bytes, new CompressedForms(onGrow))
    const headers: Record<string, string> = {}
    for (const header of ownHeaders) {
      const value = reply.getHeader(header)
      if (typeof value === 'string') headers[header] = value
    }
    return { value: { bytes, headers } as Represented, bytes: bytes.length }
  })
  context.represented = represented
  reply.headers(represented.headers).type('application/json; charset=utf-8')
  return represented.bytes
}
