import { describe, expect, it } from '@jest/globals'
import { buildSchema } from 'graphql'
import { loadSupergraph } from '../supergraph/supergraph.ts'
import { ownSupergraph } from '../graph.ts'
import { CachedFields } from './cached-fields.ts'

const own = new CachedFields(loadSupergraph(ownSupergraph).schema)

const withSchema = (sdl: string): CachedFields =>
  new CachedFields(
    buildSchema(`
      directive @cached(tags: [String!]!, reported: Boolean = false, timed: Boolean = false, except: [String!] = []) on FIELD_DEFINITION
      directive @perCaller on FIELD_DEFINITION
      directive @requiresScopes(scopes: [[String!]!]!) on FIELD_DEFINITION
      ${sdl}`),
  )

describe('a contract is refused that declares as cached', () => {
  it.each([
    ['a field for one caller', 'type Query { token: String @cached(tags: []) @perCaller }', 'Query.token'],
    [
      "a partner's own data",
      'type Query { mine: String @cached(tags: []) @requiresScopes(scopes: [["reservations:read"]]) }',
      'Query.mine',
    ],
    ['a mutation', 'type Query { a: Int } type Mutation { change: Int @cached(tags: []) }', 'Mutation.change'],
  ])('%s', (_what, sdl, field) => {
    expect(() => withSchema(sdl)).toThrow(`Declared as @cached, but not the same for every caller: ${field}`)
  })
})

describe('an operation is not cached', () => {
  it.each([
    ['with a field of one partner', '{ reservations(first: 1) { totalCount } }'],
    ['with such a field beside cached ones', '{ exchangeRates { base } viewer { plan } }'],
    [
      'with a quote',
      '{ _entities(representations: []) { ... on Cenote { priceCalculation(input: {}) { totalCents quoteToken } } } }',
    ],
    ['with an entity of one partner', '{ _entities(representations: []) { ... on Reservation { id } } }'],
    ['when it changes something', 'mutation { createAmenity(input: {}) { id } }'],
  ])('%s', (_what, query) => {
    expect(own.of(query)).toBeUndefined()
  })

  it('with an argument that excepts it', () => {
    const rule = own.of(
      'query ($representations: [_Any!]!, $input: PriceCalculationInput!) { _entities(representations: $representations) { ... on Cenote { priceCalculation(input: $input) { totalCents } } } }',
    )
    const cenote = rule?.kind === 'entities' ? rule.rules.get('Cenote') : undefined
    expect(cenote?.isExcepted({ input: {} })).toBe(false)
    expect(cenote?.isExcepted({ input: { couponCode: 'CENOTE10' } })).toBe(true)
  })
})

describe('a cached operation depends on', () => {
  it('the arguments of its root fields', () => {
    const rule = own.of(
      'query ($a: ID!) { cenote(id: $a) { name amenities { name } } other: cenote(id: "B") { nearby { cenote { name } } } }',
    )
    expect(rule?.kind === 'root' && rule.rule.tagsFor({ a: 'A' })).toEqual([
      'cenote:a',
      'amenity:*',
      'cenote:b',
      'cenote:*',
    ])
    expect(rule?.kind === 'root' && rule.rule.tagsFor({})).toBeUndefined()
  })

  it('the keys of its entities', () => {
    const rule = own.of(
      '{ _entities(representations: []) { ... on Cenote { id name tours { name cenotes { name } } } ... on Tour { name } } }',
    )
    if (rule?.kind !== 'entities') throw new Error('Entities are not cached')
    expect(rule.rules.get('Cenote')?.tagsFor({ id: 'a' })).toEqual(['cenote:a', 'tour:*', 'cenote:*'])
    expect(rule.rules.get('Tour')?.tagsFor({ id: 't' })).toEqual(['tour:t'])
  })

  it('what its response reports', () => {
    const rule = own.of('{ _entities(representations: []) { ... on Cenote { availableToday } } }')
    const cenote = rule?.kind === 'entities' ? rule.rules.get('Cenote') : undefined
    expect([cenote?.isReported, cenote?.isTimed]).toEqual([true, true])
  })
})
