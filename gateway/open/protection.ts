import { Kind, parse, visit, type ConstDirectiveNode } from 'graphql'
import { OperatorError } from '../../platform/process/operator-error.ts'

/** Directives that decide who may read a field. */
const protections = ['authenticated', 'requiresScopes', 'policy'] as const
/** How a supergraph declares them: `https://specs.apollo.dev/authenticated/v0.1`. */
const specification = new RegExp(`/(${protections.join('|')})/v\\d`)

/**
 * Throws naming each directive by which a supergraph protects fields, under whatever name it was imported, and each
 * other feature that it declares `for: SECURITY`: an open gateway enforces none of them.
 */
export function refuseProtected(sdl: string): void {
  const found = new Set<string>()
  visit(parse(sdl, { noLocation: true }), {
    Directive(node) {
      const name = node.name.value
      if ((protections as readonly string[]).includes(name)) found.add(`@${name}`)
      if (name === 'link' || name === 'core')
        for (const feature of featureOf(node as ConstDirectiveNode)) found.add(feature)
    },
  })
  if (found.size === 0) return
  throw new OperatorError(
    `The supergraph protects fields by ${[...found].sort().join(', ')}, which an open gateway does not enforce`,
  )
}

/** The protection that a link declares. */
function featureOf({ arguments: given = [] }: ConstDirectiveNode): string[] {
  const text = (name: string): string => {
    const value = given.find((one) => one.name.value === name)?.value
    return value?.kind === Kind.STRING || value?.kind === Kind.ENUM ? value.value : ''
  }
  const url = text('url') || text('feature')
  const [, protection] = specification.exec(url) ?? []
  if (protection !== undefined) return [`@${protection}`]
  return text('for') === 'SECURITY' ? [url] : []
}
