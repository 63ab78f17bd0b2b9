import { describe, expect, it } from '@jest/globals'
import { buildSchema, parse } from 'graphql'
import { OperationLimits } from './operation-limits.ts'

const schema = buildSchema(`
  directive @rateLimit(name: String, limit: Int!, window: Int!, keyless: Boolean, countedBy: String) on FIELD_DEFINITION
  input ItemInput { code: String }
  input ItemsInput { items: [ItemInput!]! coupon: String }
  type Query { free: Int coupon(code: String): Int @rateLimit(limit: 10, window: 60, keyless: true) }
  type Mutation {
    reserve: Int @rateLimit(name: "reservations", limit: 100, window: 3600)
    reserveAll(input: ItemsInput): Int @rateLimit(name: "reservations", limit: 100, window: 3600, countedBy: "input.items")
    quote(input: ItemsInput): Int @rateLimit(name: "coupons", limit: 10, window: 60, countedBy: "input.coupon")
  }
`)
const limits = new OperationLimits(schema)

/** How often an operation uses each limit. */
const costs = (text: string, variables = {}, operationName?: string): Record<string, number> =>
  Object.fromEntries(limits.usesOf(parse(text), operationName, variables).map(({ name, cost }) => [name, cost]))

describe('the limits that an operation uses', () => {
  it('are none for fields without one', () => {
    expect(limits.usesOf(parse('{ free __typename }'), undefined, {})).toEqual([])
  })

  it('are those that the contract declares, named by their field if it gives no name', () => {
    expect(limits.usesOf(parse('{ coupon(code: "A") }'), undefined, {})).toEqual([
      { name: 'coupon', limit: 10, seconds: 60, keyless: true, cost: 1 },
    ])
    expect(limits.declared.map(({ name }) => name)).toEqual(['coupon', 'coupons', 'reservations'])
  })

  it('count each use, also under aliases, in fragments and by fields that share a limit', () => {
    expect(costs('{ a: coupon b: coupon ...More } fragment More on Query { c: coupon }')).toEqual({ coupon: 3 })
    expect(costs('mutation { reserve reserveAll(input: { items: [{}, {}] }) }')).toEqual({ reservations: 3 })
  })

  it('count the items of a list, in the document or in variables', () => {
    const text = 'mutation ($input: ItemsInput) { reserveAll(input: $input) }'
    expect(costs(text, { input: { items: [{}, {}, {}] } })).toEqual({ reservations: 3 })
    expect(costs(text, { input: { items: [] } })).toEqual({})
    expect(costs(text, {})).toEqual({})
  })

  it('count a value where there is one', () => {
    const text = 'mutation ($coupon: String) { quote(input: { items: [], coupon: $coupon }) }'
    expect(costs(text, { coupon: 'A' })).toEqual({ coupons: 1 })
    for (const coupon of ['', null]) expect(costs(text, { coupon })).toEqual({})
  })

  it('are those of the executed operation alone', () => {
    const text = 'query A { free } query B { ...C } fragment C on Query { coupon }'
    expect(costs(text, {}, 'A')).toEqual({})
    expect(costs(text, {}, 'B')).toEqual({ coupon: 1 })
  })

  it('must be defined by the supergraph', () => {
    expect(() => new OperationLimits(buildSchema('type Query { free: Int }'))).toThrow('@rateLimit')
  })
})
