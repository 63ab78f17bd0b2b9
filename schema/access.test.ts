import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { Kind, parse, type DocumentNode } from 'graphql'
import { allScopes } from '../gateway/auth/scopes.ts'

const contracts = ['access', 'booking', 'catalog', 'pricing']
const read = (name: string): string => readFileSync(new URL(`${name}.graphql`, import.meta.url), 'utf8')

/**
 * Root fields whose access is undeclared. A field declares it by `@authenticated` (with `@requiresScopes` where a key
 * alone is not enough), by `@public`, or by being hidden from clients; two of these are an error as well.
 */
function undecided(document: DocumentNode): string[] {
  return document.definitions
    .filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION)
    .filter(({ name }) => ['Query', 'Mutation', 'Subscription'].includes(name.value))
    .flatMap(({ name: type, fields = [] }) =>
      fields
        .filter(({ directives = [] }) => {
          const has = (directive: string): boolean => directives.some(({ name }) => name.value === directive)
          const declared = [has('authenticated'), has('public'), has('inaccessible')].filter(Boolean).length
          return declared !== 1 || (has('requiresScopes') && !has('authenticated'))
        })
        .map(({ name }) => `${type.value}.${name.value}`),
    )
}

describe('the contracts', () => {
  it.each(contracts)('of %s declare access for every root field', (name) => {
    expect(undecided(parse(read(name)))).toEqual([])
  })

  it('are found when a root field declares no access, two kinds, or a scope without requiring a key', () => {
    const planted = `
      type Query {
        forgotten: Int
        both: Int @public @authenticated
        scopeAlone: Int @requiresScopes(scopes: [["catalog:read"]])
        open: Int @public
        keyed: Int @authenticated
      }
      extend type Mutation { alsoForgotten: Int }
      type Cenote { inner: Int }`
    expect(undecided(parse(planted))).toEqual([
      'Query.forgotten',
      'Query.both',
      'Query.scopeAlone',
      'Mutation.alsoForgotten',
    ])
  })

  it('name only scopes that a key can have', () => {
    const known = new Set<string>(allScopes)
    const named = contracts.flatMap((name) =>
      [...read(name).matchAll(/"([a-z]+:[a-z]+)"/g)].map(([, scope]) => scope ?? ''),
    )
    expect(named.filter((scope) => !known.has(scope))).toEqual([])
  })
})
