import { describe, expect, it } from '@jest/globals'
import type { Engine } from '../../../tests/testkit/engine.ts'
import { engineOf as engineWith, type Subgraphs } from '../../../tests/testkit/small-graph.ts'
import { plannedSupergraph } from './planned-supergraph.ts'

/** Planned as an open gateway plans. */
const engineOf = (subgraphs: Subgraphs): Engine => engineWith(subgraphs, plannedSupergraph)

const reference = { __resolveReference: (product: object) => product }

/** The weight is in `facts`; `shipping` has the parcel, which requires it; `prices` the price, which requires the parcel. */
const subgraphs = {
  facts: {
    contract: `type Query { ping: Int }
      type Product @key(fields: "id") { id: ID! weight(unit: String = "g"): Int! }`,
    resolvers: {
      Product: {
        ...reference,
        weight: ({ id }: { id: string }, { unit }: { unit: string }) => Number(id) * (unit === 'kg' ? 1 : 1_000),
      },
    },
  },
  shipping: {
    contract: `type Query { products: [Product!]! }
      type Mutation { ship(id: ID!): Product }
      type Product @key(fields: "id") {
        id: ID!
        weight(unit: String = "g"): Int! @external
        parcel: Parcel! @requires(fields: "weight(unit: \\"kg\\")")
        label: String! @requires(fields: "weight")
      }
      type Parcel { kilograms: Int! }`,
    resolvers: {
      Query: { products: () => [{ id: '1' }, { id: '2' }] },
      Mutation: { ship: (_root: unknown, { id }: { id: string }) => ({ id }) },
      Product: {
        ...reference,
        parcel: ({ weight }: { weight?: number }) => {
          if (weight === undefined) throw new Error('A parcel was requested without a weight')
          return { kilograms: weight }
        },
        label: ({ weight }: { weight: number }) => `${weight} g`,
      },
    },
  },
  prices: {
    contract: `type Product @key(fields: "id") {
        id: ID!
        parcel: Parcel! @external
        label: String! @external
        price: Int! @requires(fields: "parcel { kilograms } label")
      }
      type Parcel { kilograms: Int! @external }`,
    resolvers: {
      Product: {
        ...reference,
        price: ({ parcel, label }: { parcel: { kilograms: number }; label: string }) =>
          parcel.kilograms * 10 + label.length,
      },
    },
  },
  offers: {
    contract: `type Product @key(fields: "id") {
        id: ID!
        price: Int! @external
        offer: Int! @requires(fields: "price")
      }`,
    resolvers: { Product: { ...reference, offer: ({ price }: { price: number }) => price - 1 } },
  },
  insurance: {
    contract: `type Product @key(fields: "id") {
        id: ID!
        price: Int! @external
        weight(unit: String = "g"): Int! @external
        premium: Int! @requires(fields: "price weight(unit: \\"kg\\")")
        surcharge: Int! @requires(fields: "price weight")
      }`,
    resolvers: {
      Product: {
        ...reference,
        premium: ({ price, weight }: { price: number; weight: number }) => price * 100 + weight,
        surcharge: ({ price, weight }: { price: number; weight: number }) => price * 10_000 + weight,
      },
    },
  },
}

describe('a field whose requirements have requirements', () => {
  const expected = (id: number) => ({
    parcel: { kilograms: id },
    price: id * 10 + 6,
    offer: id * 10 + 5,
    label: `${id}000 g`,
  })

  it('is requested after them, also where it begins at the subgraph of one of them', async () => {
    const engine = engineOf(subgraphs)
    expect(await engine.run('{ products { price } }', {})).toEqual({
      data: { products: [{ price: 16 }, { price: 26 }] },
      errors: [],
    })
    expect(await engine.run('{ products { parcel { kilograms } price offer label } }', {})).toEqual({
      data: { products: [expected(1), expected(2)] },
      errors: [],
    })
  })

  it('is requested after them in the result of a mutation, which runs once', async () => {
    let runs = 0
    const { ship } = subgraphs.shipping.resolvers.Mutation
    const shipping = {
      ...subgraphs.shipping,
      resolvers: {
        ...subgraphs.shipping.resolvers,
        Mutation: {
          ship: (root: unknown, given: { id: string }) => {
            runs += 1
            return ship(root, given)
          },
        },
      },
    }
    const engine = engineOf({ ...subgraphs, shipping })
    const text = 'mutation ($id: ID!) { ship(id: $id) { offer again: price label } }'
    expect(await engine.run(text, { id: '2' })).toEqual({
      data: { ship: { offer: 25, again: 26, label: '2000 g' } },
      errors: [],
    })
    expect(runs).toBe(1)
  })

  it('is requested with what it requires itself, where another requires the same field with other arguments', async () => {
    const engine = engineOf(subgraphs)
    const expected = (id: number) => ({
      premium: (id * 10 + 6) * 100 + id,
      surcharge: (id * 10 + 6) * 10_000 + id * 1_000,
    })
    expect(await engine.run('{ products { premium surcharge } }', {})).toEqual({
      data: { products: [expected(1), expected(2)] },
      errors: [],
    })
    const text =
      '{ products { surcharge grams: weight premium kilograms: weight(unit: "kg") parcel { kilograms } label } }'
    expect(await engine.run(text, {})).toEqual({
      data: {
        products: [1, 2].map((id) => ({
          ...expected(id),
          grams: id * 1_000,
          kilograms: id,
          parcel: { kilograms: id },
          label: `${id}000 g`,
        })),
      },
      errors: [],
    })
  })

  it('is requested after them in the result of a mutation that several subgraphs have, which runs once', async () => {
    const runs: string[] = []
    const mutation = 'type Mutation { buy(id: ID!): Product @shareable }'
    const buying = (name: 'shipping' | 'insurance' | 'facts') => {
      const { contract, resolvers } = subgraphs[name]
      const buy = (_root: unknown, { id }: { id: string }) => {
        runs.push(name)
        return { id }
      }
      const own = {
        contract: contract.replace(/type Mutation {.*}/, ''),
        resolvers: { ...resolvers, Mutation: { buy } },
      }
      return { [name]: { ...own, contract: `${mutation} ${own.contract}` } }
    }
    const engine = engineOf({ ...subgraphs, ...buying('facts'), ...buying('shipping'), ...buying('insurance') })
    const text = 'mutation ($id: ID!) { buy(id: $id) { label parcel { kilograms } premium surcharge weight } }'
    expect(await engine.run(text, { id: '2' })).toEqual({
      data: { buy: { label: '2000 g', parcel: { kilograms: 2 }, premium: 2_602, surcharge: 262_000, weight: 2_000 } },
      errors: [],
    })
    expect(runs).toHaveLength(1)
  })
})
