import type { FastifyReply } from 'fastify'

/** Adds names to Vary that it does not have yet. */
export function varyBy(reply: FastifyReply, ...names: string[]): void {
  const present = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const known = new Set(present.map((name) => name.toLowerCase()))
  reply.header('vary', [...present, ...names.filter((name) => !known.has(name.toLowerCase()))].join(', '))
}
