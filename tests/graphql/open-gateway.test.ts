import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GraphQLError } from 'graphql'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { runInOneProcess, type CommandResult } from '../testkit/command.ts'
import { eventually } from '../testkit/eventually.ts'
import {
  composeSupergraph,
  serveFederatedSubgraph,
  type FederatedSubgraph,
  type SubgraphDefinition,
} from '../testkit/federated-subgraph.ts'
import { startOpenGateway, type OpenGatewayProcess } from '../testkit/open-gateway.ts'

const products: SubgraphDefinition = {
  name: 'products',
  typeDefs: `
    scalar LocalDate
    scalar Anything
    type Query { products(first: Int! = 2): [Product!]! echo(value: Anything): Anything broken: String }
    type Mutation { rename(id: ID!, name: String!): Product }
    type Subscription { changed: Product! refused: Product! }
    type Product @key(fields: "id") { id: ID! name: String! serial: LocalDate }`,
  resolvers: {
    Query: {
      products: (_: unknown, { first }: { first: number }) => ['a', 'b', 'c'].slice(0, first).map(productOf),
      echo: (_: unknown, { value }: { value: unknown }) => value,
      broken: () => {
        throw new GraphQLError('No such text', { extensions: { code: 'MISSING', hint: 'look elsewhere' } })
      },
    },
    Mutation: { rename: (_: unknown, { id, name }: { id: string; name: string }) => ({ ...productOf(id), name }) },
    Subscription: {
      changed: {
        async *subscribe() {
          yield { changed: productOf('a') }
          yield { changed: productOf('b') }
        },
      },
      refused: {
        subscribe: () => {
          throw new GraphQLError('Not today', { extensions: { code: 'CLOSED' } })
        },
      },
    },
  },
}
const productOf = (id: string) => ({ id, name: `Product ${id}`, serial: 'not a date of ours' })

const reviews: SubgraphDefinition = {
  name: 'reviews',
  typeDefs: `
    type Query { reviewCount: Int! }
    type Product @key(fields: "id") { id: ID! reviews(first: Int! = 1): [String!]! }`,
  resolvers: {
    Query: { reviewCount: () => 7 },
    Product: {
      reviews: ({ id }: { id: string }, { first }: { first: number }) => Array(first).fill(`About ${id}`),
    },
  },
}

const secret = (directive: string): SubgraphDefinition => ({
  name: 'secrets',
  typeDefs: `type Query { secret: String ${directive} }`,
  resolvers: {},
})

let subgraphs: Record<'products' | 'reviews', FederatedSubgraph>
let sdl: string
let gateway: OpenGatewayProcess
beforeAll(async () => {
  subgraphs = { products: await serveFederatedSubgraph(products), reviews: await serveFederatedSubgraph(reviews) }
  sdl = composeSupergraph([products, reviews], (name) => subgraphs[name as keyof typeof subgraphs].url)
  gateway = await startOpenGateway(sdl)
})
afterAll(async () => {
  await gateway?.close()
  for (const subgraph of Object.values(subgraphs)) await subgraph.close()
})

describe('an open gateway', () => {
  it('executes operations over several subgraphs, without keys, and sends them no identity', async () => {
    subgraphs.reviews.requests.length = 0
    const { status, body } = await gateway.query('{ products { name reviews } reviewCount }')
    expect([status, body]).toEqual([
      200,
      {
        data: {
          products: [
            { name: 'Product a', reviews: ['About a'] },
            { name: 'Product b', reviews: ['About b'] },
          ],
          reviewCount: 7,
        },
      },
    ])
    expect(subgraphs.reviews.requests).not.toEqual([])
    for (const { headers } of subgraphs.reviews.requests) expect(headers).not.toHaveProperty('x-identity')
  })

  it('runs mutations', async () => {
    const { body } = await gateway.query('mutation { rename(id: "a", name: "New") { id name reviews } }')
    expect(body.data).toEqual({ rename: { id: 'a', name: 'New', reviews: ['About a'] } })
  })

  it('passes on what a custom scalar holds, also under a name that the product gives another meaning', async () => {
    const value = { list: [1, 'two', null, { nul: '\u0000' }] }
    const { body } = await gateway.query('query ($value: Anything) { echo(value: $value) products { serial } }', {
      value,
    })
    expect(body).toEqual({ data: { echo: value, products: Array(2).fill({ serial: 'not a date of ours' }) } })
  })

  it('passes on errors of subgraphs with their messages, paths and extensions', async () => {
    const { body } = await gateway.query('{ broken reviewCount }')
    expect(body).toEqual({
      data: { broken: null, reviewCount: 7 },
      errors: [{ message: 'No such text', path: ['broken'], extensions: { code: 'MISSING', hint: 'look elsewhere' } }],
    })
  })

  it('describes its schema', async () => {
    const { body } = await gateway.query('{ __type(name: "Product") { fields { name } } }')
    expect(body.data.__type.fields.map(({ name }: { name: string }) => name)).toEqual([
      'id',
      'name',
      'serial',
      'reviews',
    ])
  })

  it('refuses null in a non-null position before anything runs', async () => {
    subgraphs.products.requests.length = 0
    for (const query of [
      'query ($first: Int = 1) { products(first: $first) { id } }',
      'query ($first: Boolean = true) { products @include(if: $first) { id } }',
      'mutation ($first: String = "x") { rename(id: "a", name: $first) { id } }',
    ])
      expect((await gateway.query(query, { first: null })).body).toMatchObject({
        errors: [{ extensions: { code: 'BAD_USER_INPUT' } }],
      })
    expect(subgraphs.products.requests).toEqual([])
  })
})

describe('a subscription of an open gateway', () => {
  const subscribe = async (query: string): Promise<unknown[]> => {
    const client = createClient({ url: gateway.url.replace('http', 'ws'), webSocketImpl: WebSocket, retryAttempts: 0 })
    const results: unknown[] = []
    try {
      for await (const result of client.iterate({ query })) results.push(result)
    } catch (error) {
      results.push({ refused: error })
    } finally {
      await client.dispose()
    }
    return results
  }

  it('sends what its subgraph sends, completed by the others, until that ends it', async () => {
    expect(await subscribe('subscription { changed { name reviews(first: 2) } }')).toEqual([
      { data: { changed: { name: 'Product a', reviews: ['About a', 'About a'] } } },
      { data: { changed: { name: 'Product b', reviews: ['About b', 'About b'] } } },
    ])
  })

  it('is refused as its subgraph refuses it', async () => {
    expect(await subscribe('subscription { refused { name } }')).toEqual([
      { refused: [expect.objectContaining({ message: 'Not today', extensions: { code: 'CLOSED' } })] },
    ])
  })

  it('streams as server-sent events too', async () => {
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { changed { id } }' }),
    })
    const text = await response.text()
    expect(text).toContain('{"data":{"changed":{"id":"b"}}}')
    expect(text).toContain('event: complete')
  })
})

describe('an open gateway that is refused', () => {
  const directives = ['@authenticated', '@requiresScopes(scopes: [["a"]])', '@policy(policies: [["a"]])']
  const broken: [description: string, text: string, reason: string][] = [
    ['is not GraphQL', 'type Query {', 'cannot be used: Syntax Error'],
    ['was not composed', 'type Query { a: Int }', 'cannot be used: Invalid supergraph'],
  ]
  const withoutAddress = 'without an address'
  let folder: string
  let refusals: Map<string, CommandResult>
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'open-gateway-'))
    const protectedBy = (directive: string) => composeSupergraph([secret(directive)], () => 'http://secrets.invalid')
    const texts: [name: string, text: string][] = [
      ...directives.map((directive): [string, string] => [directive, protectedBy(directive)]),
      ...broken.map(([description, text]): [string, string] => [description, text]),
      [withoutAddress, composeSupergraph([reviews], () => '')],
    ]
    const fileOf = (index: number): string => path.join(folder, `${index}.graphql`)
    await Promise.all(texts.map(([, text], index) => writeFile(fileOf(index), text)))
    const entry = 'packages/open-gateway/main'
    const results = await runInOneProcess(
      texts.map((_, index) => ({ entry, args: ['--supergraph', fileOf(index), '--port', '0'] })),
    )
    refusals = new Map(results.map((result, index) => [texts[index]?.[0] ?? '', result]))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each(directives)('has a supergraph that protects fields by %s, and names the directive', (directive) => {
    const name = /^@\w+/.exec(directive)?.[0] ?? ''
    expect(refusals.get(directive)).toEqual({
      code: 1,
      output: expect.stringMatching(new RegExp(`^The supergraph protects fields by ${name}, which`)),
    })
  })

  it.each(broken)('has a file that %s, and reports it in one line', (description, _text, reason) => {
    const { code, output } = refusals.get(description) ?? { code: 0, output: '' }
    expect([code, output]).toEqual([1, expect.stringContaining(reason)])
    expect(output.trimEnd().split('\n')).toHaveLength(1)
  })

  it('has subgraphs without an address', () => {
    expect(refusals.get(withoutAddress)).toEqual({ code: 1, output: expect.stringContaining('reviews has no address') })
  })
})

describe('the start of an open gateway', () => {
  it('is refused with exit code 1', async () => {
    const starting = startOpenGateway('type Query {')
    await expect(starting).rejects.toThrow('ended with 1: ')
  })
})

describe('the health of an open gateway', () => {
  const ready = async () => {
    const response = await fetch(gateway.url.replace('/graphql', '/readyz'))
    return { status: response.status, body: await response.json() }
  }

  it('is not ready while a subgraph does not respond GraphQL', async () => {
    expect(await ready()).toEqual({
      status: 200,
      body: { status: 'ready', parts: { products: 'ready', reviews: 'ready' } },
    })
    subgraphs.reviews.intercept = (response) => response.end('<html>')
    try {
      await eventually(async () => (await ready()).body.parts, { products: 'ready', reviews: 'unavailable' })
    } finally {
      subgraphs.reviews.intercept = undefined
    }
    await eventually(async () => (await ready()).status, 200)
    expect((await fetch(gateway.url.replace('/graphql', '/healthz'))).status).toBe(200)
  })
})

describe('the supergraph of an open gateway', () => {
  let other: OpenGatewayProcess
  beforeAll(async () => {
    const hidden = { ...reviews, typeDefs: reviews.typeDefs.replace('Int!', 'Int! secretCount: Int @inaccessible') }
    const elsewhere = composeSupergraph([hidden], () => 'http://reviews.invalid/graphql')
    other = await startOpenGateway(elsewhere, { args: ['--subgraph', `reviews=${subgraphs.reviews.url}`] })
  })
  afterAll(() => other.close())

  it('may have other addresses for its subgraphs', async () => {
    expect((await other.query('{ reviewCount }')).body).toEqual({ data: { reviewCount: 7 } })
  })

  it('may have fields that are inaccessible, which are not shown', async () => {
    expect((await other.query('{ secretCount }')).body.errors[0].message).toContain('Cannot query field')
  })

  it('is replaced when its file changes, but not by one that is protected or broken', async () => {
    const query = () => other.query('{ products { id } }')
    const data = { products: [{ id: 'a' }, { id: 'b' }] }
    expect((await query()).body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
    await other.replace(sdl)
    await eventually(async () => (await query()).body, { data })
    const refusals = () => other.process.output().split('the supergraph was refused').length - 1
    const isProtected = composeSupergraph([secret('@authenticated')], () => 'http://secrets.invalid')
    for (const [index, refused] of [isProtected, 'type Query {'].entries()) {
      await other.replace(refused)
      await eventually(refusals, index + 1)
      expect((await query()).body).toEqual({ data })
    }
  })
})
