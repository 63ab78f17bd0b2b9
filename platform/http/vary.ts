import type { FastifyReply } from 'fastify'
import { memoized } from '../values/memoized.ts'

/** Adds comma-separated names to Vary, unless it has them. */
export function varyBy(reply: FastifyReply, names: string): void {
  const present = reply.getHeader('vary')
  reply.header('vary', present === undefined ? names : distinct(`${String(present)}, ${names}`))
}

/** The names of a list, each once. */
const distinct = memoized(1_000, (list): string => {
  const names = new Map<string, string>()
  for (const name of list.split(',').map((one) => one.trim()))
    if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  return [...names.values()].join(', ')
})
