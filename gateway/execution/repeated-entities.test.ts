import { describe, expect, it } from '@jest/globals'
import { composeServices } from '@apollo/composition'
import { GraphQLError, parse, type ExecutionResult } from 'graphql'
import type { GraphQLExecutor, GraphQLOperation } from '../../platform/graphql/executor.ts'
import { engineOver, type EngineResult } from '../../tests/testkit/engine.ts'

const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.5",
  import: ["@key", "@shareable", "@external", "@provides"])`

const contracts = {
  reviews: `${link}
    type Query { reviews: [Review!]! items: [Item!]! named: [Review!]! @provides(fields: "product { name }") }
    type Review { number: Int! product: Product }
    union Item = Product | Shop
    type Product @key(fields: "id") { id: ID! name: String @external }
    type Shop @key(fields: "id") { id: ID! }`,
  products: `${link}
    type Product @key(fields: "id") { id: ID! name: String @shareable text: String! parts: [Part!] maker: Shop }
    type Part { size: Int }
    type Shop @key(fields: "id") { id: ID! city: String }`,
}

const { supergraphSdl, errors } = composeServices(
  Object.entries(contracts).map(([name, text]) => ({ name, url: `http://${name}.invalid`, typeDefs: parse(text) })),
)
if (!supergraphSdl) throw new Error(String(errors))
const sdl = supergraphSdl

type Representation = Readonly<Record<'__typename' | 'id', string>>

/** Asks the engine, in the form that clients get; `entity` returns the result for one representation. */
async function ask(
  query: string,
  reviews: Record<string, unknown>,
  entity: (representation: Representation, index: number) => unknown,
): Promise<EngineResult & { requested: Representation[][] }> {
  const requested: Representation[][] = []
  const executor = (execute: (operation: GraphQLOperation) => ExecutionResult): GraphQLExecutor => ({
    execute: (operation) => Promise.resolve(execute(operation)),
    subscribe: () => Promise.reject(new Error('no subscriptions')),
    close: () => Promise.resolve(),
  })
  const engine = engineOver(sdl, {
    reviews: executor(() => ({ data: reviews })),
    products: executor(({ variables }) => {
      const representations = variables?.['representations'] as Representation[]
      requested.push(representations)
      const found = representations.map(entity)
      return {
        data: { _entities: found.map((one) => (one instanceof Error ? null : one)) },
        errors: found.flatMap((one, index) =>
          one instanceof Error ? [new GraphQLError(one.message, { path: ['_entities', index] })] : [],
        ),
      } as ExecutionResult
    }),
  })
  const responses = [await engine.run(query, {}, 'json'), await engine.run(query, {}, 'objects')]
  expect(JSON.stringify(responses[0])).toBe(JSON.stringify(responses[1]))
  return { ...responses[0], requested }
}

const product = (id: string) => ({ __typename: 'Product', id })

describe('an entity that stands at many places', () => {
  const reviews = ['1', '2', '1', '1', '2'].map((id, number) => ({ number, product: product(id) }))

  it('is requested once and returned at each of them', async () => {
    const { data, requested } = await ask(
      '{ reviews { product { text parts { size } } number } }',
      { reviews },
      ({ id }) => ({
        text: `of ${id}`,
        parts: [{ size: Number(id) }],
      }),
    )
    expect(requested[0]).toEqual([product('1'), product('2')])
    expect(data).toEqual({
      reviews: reviews.map(({ number, product: { id } }) => ({
        product: { text: `of ${id}`, parts: [{ size: Number(id) }] },
        number,
      })),
    })
  })

  it('is returned in each shape in which it is selected', async () => {
    const { data } = await ask(
      '{ reviews { product { id text } } again: reviews { product { text } } }',
      { reviews, _0: reviews, _1: reviews },
      ({ id }) => ({ text: id }),
    )
    const ids = reviews.map(({ product: { id } }) => id)
    expect(data).toEqual({
      reviews: ids.map((id) => ({ product: { id, text: id } })),
      again: ids.map((text) => ({ product: { text } })),
    })
  })

  it('has its error at each of them', async () => {
    const response = await ask('{ reviews { product { text } number } }', { reviews }, ({ id }) =>
      id === '2' ? new Error('lost') : { text: id },
    )
    expect(response.errors?.map(({ message, path }) => [message, path?.join('.')])).toEqual([
      ['lost', 'reviews.1.product'],
      ['lost', 'reviews.4.product'],
    ])
    expect(response.data).toEqual({
      reviews: reviews.map(({ number, product: { id } }) => ({ product: id === '2' ? null : { text: id }, number })),
    })
  })

  it('has entities of its own, which are completed once too', async () => {
    const { data, requested } = await ask('{ reviews { product { maker { id city } } } }', { reviews }, ({ id }) => ({
      maker: { __typename: 'Shop', id: `s${id}`, city: `in ${id}` },
    }))
    expect(requested).toHaveLength(2)
    expect(data).toEqual({
      reviews: reviews.map(({ product: { id } }) => ({ product: { maker: { id: `s${id}`, city: `in ${id}` } } })),
    })
  })

  it('is another than one of another type with the same key', async () => {
    const items = ['Product', 'Shop', 'Product', 'Shop'].map((__typename) => ({ __typename, id: '1' }))
    const { data } = await ask(
      '{ items { ... on Product { text } ... on Shop { city } } }',
      { items },
      ({ __typename }) => (__typename === 'Shop' ? { __typename, city: 'Tulum' } : { __typename, text: 'of 1' }),
    )
    expect(data).toEqual({ items: [{ text: 'of 1' }, { city: 'Tulum' }, { text: 'of 1' }, { city: 'Tulum' }] })
  })

  it('has what is provided with it at each place', async () => {
    const named = ['first', 'second', null].map((name, number) => ({ number, product: { ...product('1'), name } }))
    const { data } = await ask('{ named { product { name text } } }', { named }, () => ({ text: 'of 1' }))
    expect(data).toEqual({
      named: ['first', 'second', null].map((name) => ({ product: { name, text: 'of 1' } })),
    })
  })

  it('is an object of its own where its key is missing', async () => {
    const broken = [{ __typename: 'Product', id: null }, product('1'), null, { __typename: 'Product', id: null }]
    const { data, requested } = await ask(
      '{ reviews { product { text } } }',
      { reviews: broken.map((one) => ({ product: one })) },
      ({ id }) => ({ text: `of ${id}` }),
    )
    expect(requested[0]).toEqual([{ __typename: 'Product', id: null }, product('1')])
    expect(data).toEqual({
      reviews: ['of null', 'of 1', null, 'of null'].map((text) => ({ product: text && { text } })),
    })
  })

  it('may be in a response that is written in pieces', async () => {
    const many = Array.from({ length: 30_000 }, (_, number) => ({ number, product: product(String(number % 7)) }))
    const { data } = await ask('{ reviews { number product { text } } }', { reviews: many }, ({ id }) => ({ text: id }))
    expect(data).toEqual({ reviews: many.map(({ number, product: { id } }) => ({ number, product: { text: id } })) })
  })

  it('does not make a response larger than one may be', async () => {
    const many = Array.from({ length: 15_000 }, (_, number) => ({ number, product: product('1') }))
    const text = 'x'.repeat(1_000)
    await expect(
      ask('{ reviews { number product { text } } }', { reviews: many }, () => ({ text })),
    ).rejects.toMatchObject({ extensions: { code: 'ANSWER_TOO_LARGE' } })
  })
})
