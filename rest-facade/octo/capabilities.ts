import type { FastifyReply, FastifyRequest } from 'fastify'
import { varyBy } from '../../platform/http/vary.ts'
import { memoized } from '../../platform/values/memoized.ts'

export const capabilities = ['pricing', 'content', 'notifications'] as const

/** A capability by its name without a prefix. */
type CapabilityName = (typeof capabilities)[number]

const header = 'octo-capabilities'

interface Capabilities {
  /** Each as it is written. */
  readonly sent: ReadonlyMap<CapabilityName, string>
  /** The names, sorted. */
  readonly key: string
  /** The header of the response. */
  readonly echo: string
}

const parsed = memoized(100, (text): Capabilities => {
  const sent = new Map<CapabilityName, string>()
  for (const written of text.split(',').map((one) => one.trim())) {
    const name = capabilities.find((capability) => capability === written.toLowerCase().replace(/^octo\//, ''))
    if (name && !sent.has(name)) sent.set(name, written)
  }
  return { sent, key: [...sent.keys()].sort().join(' '), echo: [...sent.values()].join(', ') }
})

/** The capabilities that a request names in its header. */
const capabilitiesOf = ({ headers }: FastifyRequest): Capabilities => parsed(String(headers[header] ?? ''))

/** Whether the caller wants a capability in the response. */
export const hasCapability = (request: FastifyRequest, name: CapabilityName): boolean =>
  capabilitiesOf(request).sent.has(name)

/** The capabilities of a request as part of a cache key. */
export const capabilityKey = (request: FastifyRequest): string => capabilitiesOf(request).key

/** Writes the headers that every response of OCTO has beside the common ones. */
export function writeOctoHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    [header]: capabilitiesOf(request).echo,
    'available-languages': 'en, es',
    'cache-control': 'private, no-cache',
  })
  varyBy(reply, 'Octo-Capabilities')
}
