import { describe, expect, it } from '@jest/globals'
import { engineOf } from '../../tests/testkit/small-graph.ts'

describe('what the planner cannot plan', () => {
  it('represents no object whose key it did not request', async () => {
    const reference = { __resolveReference: (media: object) => media }
    const engine = engineOf({
      media: {
        contract: `type Query { ping: Int }
          interface Media @key(fields: "id") { id: ID! title: String }
          type Book implements Media @key(fields: "id") { id: ID! title: String }
          type Film implements Media @key(fields: "id") { id: ID! title: String }`,
        resolvers: {
          Media: {
            __resolveReference: ({ id }: { id: string }) => ({
              __typename: id === '1' ? 'Book' : 'Film',
              id,
              title: `T${id}`,
            }),
          },
          Book: reference,
          Film: reference,
        },
      },
      reviews: {
        contract: `type Query { reviewed: [Media] }
          type Media @interfaceObject @key(fields: "id") {
            id: ID! title: String @external blurb: String @requires(fields: "title")
          }`,
        resolvers: {
          Query: { reviewed: () => [{ id: '1' }, { id: '2' }] },
          Media: {
            __resolveReference: (media: { id?: string }) => {
              if (media.id === undefined) throw new Error('An object was represented without its key')
              return media
            },
            blurb: ({ title }: { title: string }) => `About ${title}`,
          },
        },
      },
    })
    expect(await engine.run('{ reviewed { ... on Book { ... on Media { blurb } } } }', {})).toEqual({
      data: { reviewed: [{ blurb: 'About T1' }, {}] },
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

  it('is that of the type that an interface object turns out to have', async () => {
    const reference = { __resolveReference: (media: object) => media }
    const engine = engineOf({
      media: {
        contract: `type Query { ping: Int }
          interface Media @key(fields: "id") { id: ID! }
          type Book implements Media @key(fields: "id") { id: ID! }`,
        resolvers: {
          Media: { __resolveReference: ({ id }: { id: string }) => ({ __typename: 'Book', id }) },
          Book: reference,
        },
      },
      reviews: {
        contract: `type Query { reviewed: Media }
          type Media @interfaceObject @key(fields: "id") { id: ID! stars: Int votes: Int }`,
        resolvers: {
          Query: { reviewed: () => ({ id: '1', stars: 5, votes: 2 }) },
          Media: reference,
        },
      },
    })
    const { data, errors } = await engine.run('{ reviewed { ... on Book { votes } stars votes } }', {})
    expect([JSON.stringify(data), errors]).toEqual(['{"reviewed":{"votes":2,"stars":5}}', []])
  })
})
