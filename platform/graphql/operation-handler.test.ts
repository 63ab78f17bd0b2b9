import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildSubgraphSchema } from '@apollo/subgraph'
import fastify, { type FastifyInstance } from 'fastify'
import { GraphQLError, parse } from 'graphql'
import type { Identity } from '../trust/identity.ts'
import { apolloHandler } from './apollo-handler.ts'
import { compiledHandler, type OperationHandlerOptions } from './operation-handler.ts'
import { ReportedReads } from './reported-reads.ts'

const identity: Identity = { partnerId: 'p', environment: 'live', scopes: [], locale: 'en', requestId: 'r' }
const contexts: unknown[] = []
const logged: unknown[] = []

const schema = buildSubgraphSchema({
  typeDefs: parse(`
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
    type Query { sum(a: Int!, b: Int = 2): Int! broken: Int refused: Int read: Int items: [Item!]! }
    type Mutation { add(to: ID!): Item }
    type Item @key(fields: "id") { id: ID! name: String! }`),
  resolvers: {
    Query: {
      sum: (_: unknown, { a, b }: { a: number; b: number }) => a + b,
      broken: () => {
        throw new Error('a secret')
      },
      refused: () => {
        throw new GraphQLError('No', { extensions: { code: 'REFUSED', details: { why: 'so' } } })
      },
      read: (_: unknown, _args: unknown, context: { reads: ReportedReads }) => {
        context.reads.add('key', ['tag:1'])
        return 1
      },
      items: () => [
        { id: 'a', name: 'A' },
        { id: 'b', name: '"B" \u2028' },
      ],
    },
    Mutation: { add: (_: unknown, { to }: { to: string }) => ({ id: to, name: null }) },
    Item: { __resolveReference: ({ id }: { id: string }) => (id === 'none' ? null : { id, name: id.toUpperCase() }) },
  } as never,
})

const options: OperationHandlerOptions = {
  subgraph: {
    name: 'test',
    schema,
    createContext(_identity, given) {
      contexts.push(given)
      return { reads: new ReportedReads() }
    },
    check: async () => undefined,
    close: async () => undefined,
  },
  identityOf: () => identity,
  logFailures: (errors) => void logged.push(...errors.map(({ message }) => message)),
  formatError: (formatted) => ({ ...formatted, message: formatted.message.replace('secret', 'hidden') }),
}

const apps: Record<'compiled' | 'apollo', FastifyInstance> = { compiled: fastify(), apollo: fastify() }
beforeAll(async () => {
  apps.compiled.post('/graphql', compiledHandler(options).handle)
  apps.apollo.post('/graphql', (await apolloHandler(apps.apollo, options)).handle)
})
afterAll(() => Promise.all(Object.values(apps).map((app) => app.close())))

async function post(executor: keyof typeof apps, payload: unknown, accept = 'application/graphql-response+json') {
  const { statusCode, headers, body } = await apps[executor].inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', accept },
    payload: JSON.stringify(payload),
  })
  return { statusCode, type: String(headers['content-type']).split(';')[0], body: JSON.parse(body) as unknown }
}

const codesIn = (body: unknown): unknown =>
  Array.isArray(body)
    ? body.map(codesIn)
    : (body as { errors?: { extensions: { code: string } }[] }).errors?.map(({ extensions }) => extensions.code)

describe.each(['compiled', 'apollo'] as const)('a subgraph server with the %s executor', (executor) => {
  it.each([
    [
      'data',
      { query: '{ sum(a: 1) items { id name } }' },
      {
        sum: 3,
        items: [
          { id: 'a', name: 'A' },
          { id: 'b', name: '"B" \u2028' },
        ],
      },
    ],
    ['variables', { query: 'query ($a: Int!) { sum(a: $a, b: 3) }', variables: { a: 4 } }, { sum: 7 }],
    ['a named operation', { query: 'query A { sum(a: 1) } query B { sum(a: 2) }', operationName: 'B' }, { sum: 4 }],
    [
      'entities',
      {
        query: 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Item { __typename name } } }',
        variables: {
          r: [
            { __typename: 'Item', id: 'x' },
            { __typename: 'Item', id: 'none' },
          ],
        },
      },
      { _entities: [{ __typename: 'Item', name: 'X' }, null] },
    ],
  ])('returns %s, the first time as later', async (_what, payload, data) => {
    for (let count = 0; count < 3; count += 1)
      expect(await post(executor, payload)).toEqual({
        statusCode: 200,
        type: 'application/graphql-response+json',
        body: { data },
      })
  })

  it('responds with errors beside data, formatted and logged', async () => {
    logged.length = 0
    const { statusCode, body } = await post(executor, { query: '{ broken refused }' })
    expect([statusCode, body]).toEqual([
      200,
      {
        errors: [
          expect.objectContaining({
            message: 'a hidden',
            path: ['broken'],
            extensions: { code: 'INTERNAL_SERVER_ERROR' },
          }),
          expect.objectContaining({
            message: 'No',
            path: ['refused'],
            extensions: { code: 'REFUSED', details: { why: 'so' } },
          }),
        ],
        data: { broken: null, refused: null },
      },
    ])
    expect(logged).toEqual(['a secret', 'No'])
  })

  it('reports a null that is not allowed as an error at its path', async () => {
    const { statusCode, body } = await post(executor, { query: 'mutation { add(to: "x") { name } }' })
    expect([statusCode, body]).toMatchObject([200, { data: { add: null }, errors: [{ path: ['add', 'name'] }] }])
  })

  it('reports what was read beside the data', async () => {
    expect((await post(executor, { query: '{ read }' })).body).toEqual({
      data: { read: 1 },
      extensions: { reads: { key: ['tag:1'] } },
    })
  })

  it.each([
    ['no GraphQL', { query: '{' }, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', { query: '{ nothing }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['introspection', { query: '{ __schema { __typename } }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['a variable of another type', { query: 'query ($a: String!) { sum(a: $a) }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['a variable without its value', { query: 'query ($a: Int!) { sum(a: $a) }' }, 'BAD_USER_INPUT'],
    ['no operation of this name', { query: '{ sum(a: 1) }', operationName: 'B' }, 'OPERATION_RESOLUTION_FAILURE'],
    [
      'several operations without a name',
      { query: 'query A { sum(a: 1) } query B { sum(a: 2) }' },
      'OPERATION_RESOLUTION_FAILURE',
    ],
  ])('refuses %s with 400, however often it is sent', async (_what, payload, code) => {
    for (let count = 0; count < 3; count += 1) {
      const { statusCode, body } = await post(executor, payload)
      expect([statusCode, codesIn(body)]).toEqual([400, [code]])
      expect(body).not.toHaveProperty('data')
    }
  })

  it('responds to operations that are sent together in their order', async () => {
    const { statusCode, body } = await post(executor, [{ query: '{ sum(a: 1) }' }, { query: '{ sum(a: 2) }' }])
    expect([statusCode, body]).toEqual([200, [{ data: { sum: 3 } }, { data: { sum: 4 } }]])
    const mixed = await post(executor, [{ query: '{ nothing }' }, { query: '{ sum(a: 2) }' }])
    expect([codesIn(mixed.body), (mixed.body as unknown[])[1]]).toEqual([
      [['GRAPHQL_VALIDATION_FAILED'], undefined],
      { data: { sum: 4 } },
    ])
  })

  it.each([
    ['a text', 'text'],
    ['no query', { variables: {} }],
    ['a query that is no text', { query: 1 }],
    ['variables that are no object', { query: '{ sum(a: 1) }', variables: 'x' }],
    ['an empty list', []],
  ])('refuses a body that has %s with 400', async (_what, payload) => {
    expect((await post(executor, payload)).statusCode).toBe(400)
  })

  it('responds with plain JSON for a caller that accepts nothing else', async () => {
    expect((await post(executor, { query: '{ sum(a: 1) }' }, 'application/json')).type).toBe('application/json')
  })
})

describe('compiled operations', () => {
  it('let a replica of the database serve queries, and no mutation', async () => {
    contexts.length = 0
    await post('compiled', { query: '{ sum(a: 1) }' })
    await post('compiled', { query: 'mutation { add(to: "x") { id } }' })
    expect(contexts).toEqual([{ isRead: true, signal: expect.anything() }, { isRead: false }])
  })
})
