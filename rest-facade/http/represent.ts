import type { FastifyReply, FastifyRequest } from 'fastify'
import { CompressedForms, compressOnce } from '../../platform/http/compression.ts'
import { forEachInTurns } from '../../platform/process/turn.ts'
import type { CachedResponse } from './gateway-client.ts'
import { requestContextOf, type Represented } from './request-context.ts'

/** Headers that a route sets together with its body. */
const ownHeaders = ['link', 'content-language'] as const

type Make = () => object | Promise<object>

/**
 * The body of a response, which `make` builds from the data of the request's operation. When the gateway has that data
 * cached, the body is built and serialized once for all equal requests. The variant names what it depends on beside the
 * request's line and language: by default the request's body.
 */
export async function represent(
  request: FastifyRequest,
  reply: FastifyReply,
  make: Make,
  variant?: string,
): Promise<object> {
  const context = requestContextOf(request)
  const { cached, locale } = context
  if (!cached) return make()
  const { method, url, body } = request
  const name = `${method} ${url} ${locale} ${variant ?? (body === undefined ? '' : JSON.stringify(body))}`
  const represented = cached.derived<Represented>(name) ?? (await store(reply, make, name, cached))
  context.represented = represented
  reply.headers(represented.headers).type('application/json; charset=utf-8')
  return represented.bytes
}

async function store(reply: FastifyReply, make: Make, name: string, cached: CachedResponse): Promise<Represented> {
  const body = await make()
  const bytes = Array.isArray(body) ? await listAsJson(body) : Buffer.from(reply.serialize(body) as string)
  const headers: Record<string, string> = {}
  for (const header of ownHeaders) {
    const value = reply.getHeader(header)
    if (typeof value === 'string') headers[header] = value
  }
  const represented: Represented = { bytes, headers }
  compressOnce(bytes, new CompressedForms(cached.addDerived(name, represented, bytes.length)))
  return represented
}

/** A list as JSON. One of a year of slots or a thousand bookings is megabytes, and is written over several turns. */
export async function listAsJson(items: readonly unknown[]): Promise<Buffer> {
  const parts = [Buffer.from('[')]
  await forEachInTurns(items, (item, index) => {
    parts.push(Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(item)}`))
  })
  parts.push(Buffer.from(']'))
  return Buffer.concat(parts)
}
