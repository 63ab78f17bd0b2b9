import { describe, expect, it } from '@jest/globals'
import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { parse } from 'graphql'
import { localExecutor, type GraphQLExecutor } from '../../platform/graphql/executor.ts'
import { engineOver } from '../../tests/testkit/engine.ts'

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.5",
  import: ["@key", "@shareable", "@external", "@requires", "@composeDirective"])`

type Subgraphs = Readonly<Record<string, { readonly contract: string; readonly resolvers: object }>>

/** What the engine answers over subgraphs with these contracts and resolvers. */
function engineOf(subgraphs: Subgraphs) {
  const parts = Object.entries(subgraphs)
  const { supergraphSdl, errors } = composeServices(
    parts.map(([name, { contract }]) => ({
      name,
      url: `http://${name}.invalid`,
      typeDefs: parse(`${link}${contract}`),
    })),
  )
  if (!supergraphSdl) throw new Error(String(errors))
  const executors = Object.fromEntries(
    parts.map(([name, { contract, resolvers }]): [string, GraphQLExecutor] => [
      name,
      localExecutor({
        name,
        schema: buildSubgraphSchema({ typeDefs: parse(`${link}${contract}`), resolvers: resolvers as never }),
        createContext: () => ({}),
        check: () => Promise.resolve(),
        close: () => Promise.resolve(),
      }),
    ]),
  )
  return engineOver(supergraphSdl, executors)
}

describe('what the planner cannot plan', () => {
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

  it('requests the members of a union that only one subgraph has', async () => {
    const shared = (member: string, field: string): string => `
      type Wrapper @shareable { action: Action }
      type Common @shareable { label: String }
      type ${member} { ${field}: String }
      union Action = Common | ${member}`
    const engine = engineOf({
      a: {
        contract: `type Query { fromA: Wrapper } ${shared('OnlyA', 'a')}`,
        resolvers: { Query: { fromA: () => ({ action: { __typename: 'OnlyA', a: 'found' } }) } },
      },
      b: {
        contract: `type Query { fromB: Wrapper } ${shared('OnlyB', 'b')}`,
        resolvers: { Query: { fromB: () => ({ action: { __typename: 'OnlyB', b: 'found' } }) } },
      },
    })
    const query = '{ action { ... on Common { label } ... on OnlyA { a } ... on OnlyB { b } } }'
    expect(await engine.run(`{ fromA ${query} fromB ${query} }`, {})).toEqual({
      data: { fromA: { action: { a: 'found' } }, fromB: { action: { b: 'found' } } },
      errors: [],
    })
  })

  it('accepts directives that subgraphs compose for operations, and requests without them', async () => {
    const engine = engineOf({
      a: {
        contract: `
          extend schema @link(url: "https://example.com/access/v1.0", import: ["@access"]) @composeDirective(name: "@access")
          directive @access(scope: Scope = PUBLIC) on FIELD | FIELD_DEFINITION
          enum Scope { PUBLIC PRIVATE }
          type Query { name: String @access }`,
        resolvers: { Query: { name: () => 'Azul' } },
      },
    })
    const { data, errors } = await engine.run('{ name @access(scope: PRIVATE) again: name @access }', {})
    expect([data, errors]).toEqual([{ name: 'Azul', again: 'Azul' }, []])
  })
})

describe('the order of keys', () => {
  it('is that of first mention, with conditions and fragments in between', async () => {
    const engine = engineOf({
      a: {
        contract: 'type Query { place: Place } type Place { id: ID name: String size: Int }',
        resolvers: { Query: { place: () => ({ id: '1', name: 'Azul', size: 3 }) } },
      },
    })
    const query = `query ($no: Boolean = false) {
      place { id } place @skip(if: $no) { size } ... { place { again: id } } place { name }
    }`
    const { data } = await engine.run(query, {})
    expect(JSON.stringify(data)).toBe('{"place":{"id":"1","size":3,"again":"1","name":"Azul"}}')
  })
})
