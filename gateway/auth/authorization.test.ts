import { describe, expect, it } from '@jest/globals'
import { parse } from 'graphql'
import type { Identity } from '../../platform/trust/identity.ts'
import { loadSupergraph } from '../supergraph/supergraph.ts'
import { Authorization } from './authorization.ts'

const { schema } = loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url))
const authorization = new Authorization(schema)
const anonymous: Identity = { partnerId: null, environment: 'live', scopes: [], locale: 'en', requestId: 'test' }
const key = (...scopes: string[]): Identity => ({ ...anonymous, partnerId: 'a partner', scopes })
interface Refusal {
  readonly code: string
  readonly details?: unknown
}
/** The error that a caller is refused with; undefined when it may. */
function failure(
  text: string,
  identity: Identity,
  variables: Record<string, unknown> = {},
  name?: string,
): Refusal | undefined {
  try {
    authorization.check(parse(text), name, variables, identity)
    return undefined
  } catch (error) {
    return (error as { extensions: Refusal }).extensions
  }
}
const refusal = (...operation: Parameters<typeof failure>): string | undefined => failure(...operation)?.code

describe('a publishable key', () => {
  const page: Identity = { ...key('catalog:read', 'pricing:read'), isPublishable: true }

  it('reads what needs no key or one of its scopes', () => {
    expect(refusal('{ tours { nodes { id } } }', page)).toBeUndefined()
    expect(refusal('{ nearbyCenotes(latitude: 1, longitude: 1) { searchTimeMs } }', page)).toBeUndefined()
    expect(refusal('{ nearbyCenotes(latitude: 1, longitude: 1) { searchTimeMs } }', { ...page, scopes: [] })).toBe(
      'INSUFFICIENT_PERMISSIONS',
    )
  })

  it.each([
    '{ viewer { plan } }',
    '{ requestLog { nodes { path } } }',
    '{ reservations { totalCount } }',
    '{ events { nodes { id } } }',
    '{ catalogEventsCursor }',
    '{ availabilityChanges(after: "now") { endCursor } }',
    'mutation { submitReview(input: { token: "x", rating: 5, content: "Clear" }) { id } }',
    'subscription { catalogEvents { id } }',
  ])('does nothing else, such as %s', (text) => {
    expect(refusal(text, page)).toBe('INSUFFICIENT_PERMISSIONS')
  })

  it('is refused without naming a scope where none would do', () => {
    const granted = { grantedScopes: ['catalog:read', 'pricing:read'] }
    for (const text of ['{ events { nodes { id } } }', '{ availabilityChanges(after: "now") { endCursor } }'])
      expect(failure(text, page)?.details).toEqual({ requiredScopes: [], ...granted })
    const other = { ...page, scopes: ['pricing:read'] }
    expect(failure('{ nearbyCenotes(latitude: 1, longitude: 1) { searchTimeMs } }', other)?.details).toEqual({
      requiredScopes: ['catalog:read'],
      grantedScopes: ['pricing:read'],
    })
  })
})

describe('what an operation requires', () => {
  it('is nothing for public fields, a key for others, and the scope of each field that is selected', () => {
    expect(refusal('{ tours { nodes { id } } }', anonymous)).toBeUndefined()
    expect(refusal('{ viewer { plan } }', anonymous)).toBe('AUTHENTICATION_REQUIRED')
    expect(refusal('{ viewer { plan } }', key())).toBeUndefined()
    expect(refusal('{ cenotes { nodes { id } } }', anonymous)).toBeUndefined()
    expect(refusal('{ catalogEventsCursor }', anonymous)).toBe('AUTHENTICATION_REQUIRED')
    expect(refusal('{ catalogEventsCursor }', key('pricing:read'))).toBe('INSUFFICIENT_PERMISSIONS')
    expect(refusal('{ catalogEventsCursor }', key('catalog:read'))).toBeUndefined()
  })

  it('is also that of fields deep inside, in fragments, and under other names', () => {
    for (const text of [
      '{ tours { nodes { cenotes { location { latitude } } } } }',
      '{ tours { nodes { cenotes { ...Place } } } } fragment Place on Cenote { location { latitude } }',
      '{ tours { nodes { cenotes { ... on Cenote { other: location { latitude } } } } } }',
    ]) {
      expect(refusal(text, anonymous)).toBe('AUTHENTICATION_REQUIRED')
      expect(refusal(text, key('pricing:read'))).toBe('INSUFFICIENT_PERMISSIONS')
      expect(refusal(text, key('catalog:read'))).toBeUndefined()
    }
  })

  it('is every scope of several fields together', () => {
    const both = '{ catalogEventsCursor reservations { nodes { id } } }'
    expect(refusal(both, key('catalog:read'))).toBe('INSUFFICIENT_PERMISSIONS')
    expect(refusal(both, key('catalog:read', 'reservations:read'))).toBeUndefined()
  })

  it('is nothing for what its variables leave out, and only for that', () => {
    const reads = key('reservations:read')
    const include = `query ($with: Boolean!) { reservations { nodes { id cenote { id location @include(if: $with) { latitude } } } } }`
    expect(refusal(include, reads, { with: false })).toBeUndefined()
    expect(refusal(include, reads, { with: true })).toBe('INSUFFICIENT_PERMISSIONS')
    expect(refusal(include, reads, {})).toBe('INSUFFICIENT_PERMISSIONS')
    expect(refusal(include, anonymous, { with: false })).toBe('AUTHENTICATION_REQUIRED')
    const skip = include.replace('@include', '@skip')
    expect(refusal(skip, reads, { with: true })).toBeUndefined()
    expect(refusal(skip, reads, { with: false })).toBe('INSUFFICIENT_PERMISSIONS')
    const byDefault = include.replace('Boolean!', 'Boolean! = false')
    expect(refusal(byDefault, reads)).toBeUndefined()
    expect(refusal(byDefault, reads, { with: true })).toBe('INSUFFICIENT_PERMISSIONS')
    const inherited = byDefault.replaceAll('with', 'constructor')
    expect(refusal(inherited, reads)).toBeUndefined()
    expect(refusal(inherited, reads, { constructor: true })).toBe('INSUFFICIENT_PERMISSIONS')
    const around = `query ($with: Boolean!) { reservations { nodes { cenote { ... @include(if: $with) { location { latitude } } } } } }`
    expect(refusal(around, reads, { with: false })).toBeUndefined()
    const twice = `query ($with: Boolean!) { reservations { nodes { cenote { ... @include(if: $with) { location { latitude } } location { longitude } } } } }`
    expect(refusal(twice, reads, { with: false })).toBe('INSUFFICIENT_PERMISSIONS')
  })

  it('is only what holds for all values while the variables are not known', () => {
    const include = parse(
      'query ($with: Boolean!) { reservations { nodes { id cenote { id location @include(if: $with) { latitude } } } } }',
    )
    const check = (identity: Identity) => () => authorization.checkBeforeVariables(include, undefined, identity)
    expect(check(key('reservations:read'))).not.toThrow()
    expect(check(key('catalog:read'))).toThrow()
    expect(check(anonymous)).toThrow()
  })

  it('is decided for the operation that runs, not for another in the document', () => {
    const two = 'query A { tours { totalCount } } query B { reservations { totalCount } }'
    expect(refusal(two, anonymous, {}, 'A')).toBeUndefined()
    expect(refusal(two, anonymous, {}, 'B')).toBe('AUTHENTICATION_REQUIRED')
  })
})
