import { Kind, parse, visit, type ConstDirectiveNode } from 'graphql'
import { OperatorError } from '../../platform/process/operator-error.ts'

/** Directives that decide who may read a field. */
const protections = ['authenticated', 'requiresScopes', 'policy'] as const
/** How a supergraph declares them: `https://specs.apollo.dev/authenticated/v0.1`. */
const specification = new RegExp(`/(${protections.join('|')})/v\\d`)

/**
 * Throws naming each directive by which a supergraph protects fields, under whatever name it was imported: an open
 * gateway enforces none of them. Other features `for: SECURITY` that are not known are refused by the library.
 */
export function refuseProtected(sdl: string): void {
  const found = new Set<string>()
  visit(parse(sdl, { noLocation: true }), {
    Directive(node) {
      const name = node.name.value
      if ((protections as readonly string[]).includes(name)) found.add(`@${name}`)
      const protection = name === 'link' ? linkedProtection(node as ConstDirectiveNode) : undefined
      if (protection !== undefined) found.add(`@${protection}`)
    },
  })
  if (found.size === 0) return
  throw new OperatorError(
    `The supergraph protects fields by ${[...found].sort().join(', ')}, which an open gateway does not enforce`,
  )
}

function linkedProtection({ arguments: given = [] }: ConstDirectiveNode): string | undefined {
  const url = given.find(({ name }) => name.value === 'url')?.value
  return url?.kind === Kind.STRING ? specification.exec(url.value)?.[1] : undefined
}
