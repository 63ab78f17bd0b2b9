import { describe, expect, it } from '@jest/globals'
import type { Engine } from '../../../tests/testkit/engine.ts'
import { engineOf as engineWith, type Subgraphs } from '../../../tests/testkit/small-graph.ts'
import { plannedSupergraph } from './planned-supergraph.ts'

/** Planned as an open gateway plans. */
const engineOf = (subgraphs: Subgraphs): Engine => engineWith(subgraphs, plannedSupergraph)

describe('what is required with arguments', () => {
  it('gives each of two fields the required field with its own argument', async () => {
    const engine = engineOf({
      prices: {
        contract: `type Query { product: Product }
          type Product @key(fields: "id") { id: ID! price(currency: String!): Int! }`,
        resolvers: {
          Query: { product: () => ({ id: '1' }) },
          Product: {
            __resolveReference: ({ id }: { id: string }) => ({ id }),
            price: (_product: unknown, { currency }: { currency: string }) => (currency === 'USD' ? 100 : 2_000),
          },
        },
      },
      shipping: {
        contract: `type Product @key(fields: "id") {
          id: ID!
          price(currency: String!): Int! @external
          dollars: Int! @requires(fields: "price(currency: \\"USD\\")")
          pesos: Int! @requires(fields: "price(currency: \\"MXN\\")")
        }`,
        resolvers: {
          Product: {
            __resolveReference: (product: object) => product,
            dollars: ({ price }: { price: number }) => price / 2,
            pesos: ({ price }: { price: number }) => price / 2,
          },
        },
      },
    })
    expect(await engine.run('{ product { id dollars pesos mine: price(currency: "EUR") } }', {})).toEqual({
      data: { product: { id: '1', dollars: 50, pesos: 1_000, mine: 2_000 } },
      errors: [],
    })
  })

  it('gives each of two fields its own list, and the default where a field requires no argument', async () => {
    const reference = { __resolveReference: (product: object) => product }
    const engine = engineOf({
      stock: {
        contract: `type Query { products: [Product] }
          type Product @key(fields: "id") { id: ID! sizes(from: Int = 1): [Size!]! }
          type Size { name: String! }`,
        resolvers: {
          Query: { products: () => [{ id: '1' }, { id: '2' }] },
          Product: {
            ...reference,
            sizes: (_product: unknown, { from }: { from: number }) =>
              ['S', 'M', 'L'].slice(from).map((name) => ({ name })),
          },
        },
      },
      labels: {
        contract: `type Product @key(fields: "id") {
          id: ID!
          sizes(from: Int = 1): [Size!]! @external
          large: String! @requires(fields: "sizes { name }")
          all: String! @requires(fields: "sizes(from: 0) { name }")
        }
        type Size { name: String! @external }`,
        resolvers: {
          Product: {
            ...reference,
            large: ({ sizes }: { sizes: { name: string }[] }) => sizes.map(({ name }) => name).join(),
            all: ({ sizes }: { sizes: { name: string }[] }) => sizes.map(({ name }) => name).join(),
          },
        },
      },
    })
    const product = { large: 'M,L', all: 'S,M,L', sizes: [{ name: 'L' }] }
    expect(await engine.run('{ products { large all sizes(from: 2) { name } } }', {})).toEqual({
      data: { products: [product, product] },
      errors: [],
    })
  })

  it('runs a mutation once, and gives each of two fields of its result what it requires', async () => {
    const reference = { __resolveReference: (product: object) => product }
    const calls: string[] = []
    const renamed =
      (field: string) =>
      (_root: unknown, { name }: { name: string }) => {
        calls.push(`${field} ${name}`)
        return { products: [{ id: '1' }, { id: '2' }] }
      }
    const engine = engineOf({
      stock: {
        contract: `type Query { ping: Int }
          type Mutation { rename(name: String!): Renamed restore(name: String!): Renamed }
          type Renamed { products: [Product!]! }
          type Product @key(fields: "id") { id: ID! sizes(from: Int = 1): [Size!]! }
          type Size { name: String! }`,
        resolvers: {
          Mutation: { rename: renamed('rename'), restore: renamed('restore') },
          Product: {
            ...reference,
            sizes: ({ id }: { id: string }, { from }: { from: number }) => {
              calls.push(`sizes ${id} ${from}`)
              return ['S', 'M', 'L'].slice(from).map((name) => ({ name: `${name}${id}` }))
            },
          },
        },
      },
      labels: {
        contract: `type Product @key(fields: "id") {
          id: ID!
          sizes(from: Int = 1): [Size!]! @external
          large: String! @requires(fields: "sizes { name }")
          all: Label! @requires(fields: "sizes(from: 0) { name }")
        }
        type Size { name: String! @external }
        type Label { text: String! }`,
        resolvers: {
          Product: {
            ...reference,
            large: ({ sizes }: { sizes: { name: string }[] }) => {
              calls.push('large')
              return sizes.map(({ name }) => name).join()
            },
            all: ({ sizes }: { sizes: { name: string }[] }) => ({ text: sizes.map(({ name }) => name).join() }),
          },
        },
      },
    })
    const query = `mutation ($name: String!) {
      first: rename(name: $name) { products { large all { text } sizes(from: 2) { name } } }
      restore(name: "b") { products { all { text } id } }
      last: rename(name: "c") { products { all { text } large } }
    }`
    const [one, two] = [
      { large: 'M1,L1', all: { text: 'S1,M1,L1' } },
      { large: 'M2,L2', all: { text: 'S2,M2,L2' } },
    ]
    expect(await engine.run(query, { name: 'a' })).toEqual({
      data: {
        first: {
          products: [
            { ...one, sizes: [{ name: 'L1' }] },
            { ...two, sizes: [{ name: 'L2' }] },
          ],
        },
        restore: {
          products: [
            { all: one.all, id: '1' },
            { all: two.all, id: '2' },
          ],
        },
        last: { products: [one, two] },
      },
      errors: [],
    })
    // One after the other, each with what its own result requires.
    expect(calls.filter((call) => !call.startsWith('sizes'))).toEqual([
      'rename a',
      'large',
      'large',
      'restore b',
      'rename c',
      'large',
      'large',
    ])
    expect(calls.slice(0, calls.indexOf('restore b'))).toContain('sizes 1 0')
  })

  it('plans apart what conflicts within a required object, anywhere in an operation', async () => {
    const reference = { __resolveReference: (product: object) => product }
    const engine = engineOf({
      prices: {
        contract: `type Query { offers: [Offer] }
          interface Offer { product: Product }
          type Single implements Offer { product: Product }
          type Bundle implements Offer { product: Product, parts: [Product] }
          type Product @key(fields: "id") { id: ID! price: Price! }
          type Price { in(currency: String!): Int! }`,
        resolvers: {
          Query: {
            offers: () => [
              { __typename: 'Single', product: { id: '1' } },
              { __typename: 'Bundle', product: { id: '2' }, parts: [{ id: '3' }] },
            ],
          },
          Product: {
            ...reference,
            price: ({ id }: { id: string }) => ({
              in: ({ currency }: { currency: string }) => Number(id) * (currency === 'USD' ? 100 : 2_000),
            }),
          },
        },
      },
      shipping: {
        contract: `type Product @key(fields: "id") {
          id: ID!
          price: Price! @external
          dollars: Int! @requires(fields: "price { in(currency: \\"USD\\") }")
          pesos: Cost! @requires(fields: "price { in(currency: \\"MXN\\") }")
        }
        type Price { in(currency: String!): Int! @external }
        type Cost { total: Int! }`,
        resolvers: {
          Product: {
            ...reference,
            dollars: ({ price }: { price: { in: number } }) => price.in / 2,
            pesos: ({ price }: { price: { in: number } }) => ({ total: price.in / 2 }),
          },
        },
      },
    })
    const query = `{ offers { product { dollars cost: pesos { total } }
      ... on Bundle { parts { pesos { total } dollars } product { again: dollars } } } }`
    expect(await engine.run(query, {})).toEqual({
      data: {
        offers: [
          { product: { dollars: 50, cost: { total: 1_000 } } },
          {
            product: { dollars: 100, cost: { total: 2_000 }, again: 100 },
            parts: [{ pesos: { total: 3_000 }, dollars: 150 }],
          },
        ],
      },
      errors: [],
    })
  })
})
