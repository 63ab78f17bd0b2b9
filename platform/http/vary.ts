import type { FastifyReply } from 'fastify'
import { memoized } from '../values/memoized.ts'

/** Adds comma-separated names to Vary, unless it has them. */
export function varyBy(reply: FastifyReply, names: string): void {
  const present = reply.getHeader('vary')
  reply.header('vary', present === undefined ? names : joinedTo(String(present))(names))
}

/** The names of two lists, each once. Looked up list by list: joining them for one lookup would cost more. */
const joinedTo = memoized(100, (present) => memoized(100, (added): string => distinct(`${present}, ${added}`)))

/** The names of a list, each once. */
function distinct(list: string): string {
  const names = new Map<string, string>()
  for (const name of list.split(',').map((one) => one.trim()))
    if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  return [...names.values()].join(', ')
}
