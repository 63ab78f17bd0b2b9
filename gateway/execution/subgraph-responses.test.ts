import { describe, expect, it } from '@jest/globals'
import { composeServices } from '@apollo/composition'
import { GraphQLError, parse, type ExecutionResult } from 'graphql'
import type { GraphQLExecutor, GraphQLOperation } from '../../platform/graphql/executor.ts'
import { engineOver } from '../../tests/testkit/engine.ts'

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.5",
  import: ["@key", "@interfaceObject", "@shareable", "@inaccessible"])`

const contracts = {
  shop: `${link}
    type Query { articles: [Article] article: Article first: Item must: Article! any: Either items: [Item!] }
    type Mutation { change: Article }
    interface Item @key(fields: "id") { id: ID! size: Int }
    type Book implements Item @key(fields: "id") { id: ID! size: Int pages: Int! }
    type Pen implements Item @key(fields: "id") { id: ID! size: Int colour: Colour }
    type Draft implements Item @key(fields: "id") @inaccessible { id: ID! size: Int }
    union Either = Book | Article | Draft
    enum Colour { RED BLUE INVISIBLE @inaccessible }
    type Article @key(fields: "id") {
      id: ID! name: String! count: Int price: Float open: Boolean colour: Colour colours: [Colour!] tags: [String!] rows: [[Int]]
    }`,
  stock: `${link}
    type Query { stocked: [Item!] }
    type Item @interfaceObject @key(fields: "id") { id: ID! stock: Int! shelf: String }
    type Article @key(fields: "id") { id: ID! left: Int! right: Int! where: String }`,
}

const { supergraphSdl, errors } = composeServices(
  Object.entries(contracts).map(([name, text]) => ({ name, url: `http://${name}.invalid`, typeDefs: parse(text) })),
)
if (!supergraphSdl) throw new Error(String(errors))
const sdl = supergraphSdl

type SubgraphResult = Record<string, unknown> | ((operation: GraphQLOperation) => ExecutionResult)

/** Sends an operation to the engine while each subgraph returns a fixed result. */
async function ask(query: string, responses: { shop?: SubgraphResult; stock?: SubgraphResult }) {
  const executors = Object.fromEntries(
    Object.keys(contracts).map((name): [string, GraphQLExecutor] => [
      name,
      {
        async execute(operation) {
          const response = responses[name as 'shop' | 'stock']
          if (response === undefined) throw new Error(`${name} is asked`)
          return typeof response === 'function' ? response(operation) : { data: response }
        },
        subscribe: () => Promise.reject(new Error('no subscriptions')),
        close: () => Promise.resolve(),
      },
    ]),
  )
  const result = await engineOver(sdl, executors).run(query, {})
  return { data: result.data, at: (result.errors ?? []).map(({ path }) => path?.join('.')) }
}

/** The response to a request for entities, one for each representation. */
const entities =
  (...found: unknown[]): SubgraphResult =>
  () => ({ data: { _entities: found } as never })

describe('an object of a subgraph', () => {
  const book = { __typename: 'Book', id: '1' }

  it('keeps its own type where another subgraph calls it by its interface', async () => {
    const stock = entities({ __typename: 'Item', stock: 4 })
    expect(await ask('{ first { __typename stock id } }', { shop: { first: book }, stock })).toEqual({
      data: { first: { __typename: 'Book', stock: 4, id: '1' } },
      at: [],
    })
    expect(await ask('{ first { ... on Book { stock __typename } } }', { shop: { first: book }, stock })).toEqual({
      data: { first: { stock: 4, __typename: 'Book' } },
      at: [],
    })
  })

  it('may come from _entities without its type', async () => {
    const shop = { article: { __typename: 'Article', id: '7' } }
    expect(await ask('{ article { left __typename } }', { shop, stock: entities({ left: 3 }) })).toEqual({
      data: { article: { left: 3, __typename: 'Article' } },
      at: [],
    })
  })

  it('is an error where it should have a type and has none, or one that does not fit', async () => {
    for (const any of [{ id: '1' }, { __typename: 'Item', id: '1' }, { __typename: 'Nothing' }, { __typename: 5 }])
      expect(await ask('{ any { ... on Article { name } } }', { shop: { any } })).toEqual({
        data: { any: null },
        at: ['any'],
      })
  })

  it('that is no object is an error at its path', async () => {
    for (const article of [5, 'text', true, [{ name: 'a' }]])
      expect(await ask('{ article { name } }', { shop: { article } })).toEqual({
        data: { article: null },
        at: ['article'],
      })
    for (const articles of [5, {}, 'text'])
      expect(await ask('{ articles { name } }', { shop: { articles } })).toEqual({
        data: { articles: null },
        at: ['articles'],
      })
    expect(await ask('{ articles { name } }', { shop: { articles: [{ name: 'a' }, 7, null] } })).toEqual({
      data: { articles: [{ name: 'a' }, null, null] },
      at: ['articles.1'],
    })
  })
})

describe('a value of a subgraph', () => {
  it.each([
    ['count', { of: 1 }],
    ['count', 'many'],
    ['count', 1.5],
    ['count', 2 ** 31],
    ['price', 'dear'],
    ['price', [1]],
    ['open', 'yes'],
    ['colour', 'GREEN'],
    ['colour', { __typename: 'Colour' }],
    ['tags', 'a'],
    ['rows', [1]],
  ])('of the wrong type is an error at its path and null: %s %p', async (field, value) => {
    const nullAt = field === 'rows' ? [null] : null
    expect(await ask(`{ article { ${field} id } }`, { shop: { article: { [field]: value, id: '1' } } })).toEqual({
      data: { article: { [field]: nullAt, id: '1' } },
      at: [field === 'rows' ? 'article.rows.0' : `article.${field}`],
    })
  })

  it('of the wrong type nulls its parent where it must not be null', async () => {
    expect(await ask('{ article { name count } }', { shop: { article: { name: { first: 'a' }, count: 1 } } })).toEqual({
      data: { article: null },
      at: ['article.name'],
    })
  })
})

describe('what a subgraph marks as inaccessible', () => {
  const draft = { __typename: 'Draft', id: '1', size: 2 }

  it('is null without an error', async () => {
    expect(await ask('{ article { colour id } }', { shop: { article: { colour: 'INVISIBLE', id: '1' } } })).toEqual({
      data: { article: { colour: null, id: '1' } },
      at: [],
    })
    for (const query of ['{ any { __typename } }', '{ any { ... on Article { name } } }'])
      expect(await ask(query, { shop: { any: draft } })).toEqual({ data: { any: null }, at: [] })
    for (const query of ['{ first { size } }', '{ first { ... on Book { pages } } }'])
      expect(await ask(query, { shop: { first: draft } })).toEqual({ data: { first: null }, at: [] })
  })

  it('is an error where null is not allowed', async () => {
    expect(await ask('{ article { colours } }', { shop: { article: { colours: ['RED', 'INVISIBLE'] } } })).toEqual({
      data: { article: { colours: null } },
      at: ['article.colours.1'],
    })
    expect(await ask('{ items { size } }', { shop: { items: [draft] } })).toEqual({
      data: { items: null },
      at: ['items.0'],
    })
  })

  it('is an error where it does not fit, like any other type', async () => {
    expect(await ask('{ first { size } }', { shop: { first: { __typename: 'Article' } } })).toEqual({
      data: { first: null },
      at: ['first'],
    })
  })
})

describe('null where null is not allowed', () => {
  it('is an error at its path', async () => {
    expect(await ask('{ article { id name } }', { shop: { article: { id: '1', name: null } } })).toEqual({
      data: { article: null },
      at: ['article.name'],
    })
    expect(await ask('{ article { id name } }', { shop: { article: { id: '1' } } })).toEqual({
      data: { article: null },
      at: ['article.name'],
    })
    expect(await ask('{ article { tags } }', { shop: { article: { tags: ['a', null] } } })).toEqual({
      data: { article: { tags: null } },
      at: ['article.tags.1'],
    })
    expect(await ask('{ must { id } article { id } }', { shop: { must: null, article: { id: '1' } } })).toEqual({
      data: null,
      at: ['must'],
    })
    expect(await ask('mutation { change { name } }', { shop: { change: { name: null } } })).toEqual({
      data: { change: null },
      at: ['change.name'],
    })
  })

  it('is one error where the subgraph has reported it already', async () => {
    const shop = () => ({
      data: { article: null },
      errors: [new GraphQLError('broken', { path: ['article', 'name'] })],
    })
    expect(await ask('{ article { name } }', { shop })).toEqual({ data: { article: null }, at: ['article.name'] })
    const shopTwo = {
      articles: [
        { __typename: 'Article', id: '1' },
        { __typename: 'Article', id: '2' },
      ],
    }
    const stock = () => ({
      data: { _entities: [{ left: 1 }, null] } as never,
      errors: [new GraphQLError('broken', { path: ['_entities', 1, 'left'] })],
    })
    expect(await ask('{ articles { left } }', { shop: shopTwo, stock })).toEqual({
      data: { articles: [{ left: 1 }, null] },
      at: ['articles.1.left'],
    })
  })

  it('is no further error where the subgraph reported the error of another field of the entity', async () => {
    const shop = { article: { __typename: 'Article', id: '1', name: null } }
    const stock = () => ({
      data: { _entities: [null] } as never,
      errors: [new GraphQLError('broken', { path: ['_entities', 0, 'right'] })],
    })
    expect(await ask('{ article { left right } }', { shop, stock })).toEqual({
      data: { article: null },
      at: ['article.right'],
    })
    expect(await ask('{ article { name right } }', { shop, stock })).toEqual({
      data: { article: null },
      at: ['article.right', 'article.name'],
    })
  })

  it('is an error where a subgraph does not know an entity', async () => {
    const shop = {
      articles: [
        { __typename: 'Article', id: '1' },
        { __typename: 'Article', id: '2' },
      ],
    }
    expect(await ask('{ articles { left } }', { shop, stock: entities(null, { left: 2 }) })).toEqual({
      data: { articles: [null, { left: 2 }] },
      at: ['articles.0.left'],
    })
    expect(await ask('{ articles { where } }', { shop, stock: entities(null, { where: 'here' }) })).toEqual({
      data: { articles: [{ where: null }, { where: 'here' }] },
      at: [],
    })
  })
})

describe('a subgraph that fails as a whole', () => {
  it('leaves the rest of the response, and one error where its part begins', async () => {
    const shop = { article: { __typename: 'Article', id: '1', name: 'a' } }
    const stock = () => {
      throw new Error('away')
    }
    expect(await ask('{ article { name where } }', { shop, stock })).toEqual({
      data: { article: { name: 'a', where: null } },
      at: ['article'],
    })
  })

  it.each([
    ['no data and no errors', {}],
    ['another number of entities', { data: { _entities: [] } }],
    ['entities that are no list', { data: { _entities: { where: 'here' } } }],
    ['entities that are no objects', { data: { _entities: ['here'] } }],
    ['data that is a list', { data: [] }],
  ])('by returning %s is an error as well', async (_what, response) => {
    const shop = { article: { __typename: 'Article', id: '1', name: 'a' } }
    const { data, at } = await ask('{ article { name where } }', { shop, stock: () => response as never })
    expect(data).toEqual({ article: { name: 'a', where: null } })
    expect(at.length).toBe(1)
  })
})
