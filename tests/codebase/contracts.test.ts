import { readFile } from 'node:fs/promises'
import { composeServices } from '@apollo/composition'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { parse } from 'graphql'
import { breakingChanges } from '../../scripts/contracts/changes.ts'
import { readDocuments, type Documents } from '../../scripts/contracts/documents.ts'
import { openApiChanges } from '../../scripts/contracts/openapi-changes.ts'
import { formatSnapshot, snapshotDifferences, snapshotFile, snapshotNames } from '../../scripts/contracts/snapshots.ts'
import type { Json } from '../testkit/product.ts'

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

const realTimers = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
]

/** A document with one operation. */
const documentOf = (change: (operation: Json) => void = () => undefined): Json => {
  const operation: Json = {
    operationId: 'readThing',
    security: [{}],
    parameters: [{ name: 'size', in: 'query', schema: { type: 'string', enum: ['s', 'm'] } }],
    requestBody: {
      content: {
        'application/json': {
          schema: { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false },
        },
      },
    },
    responses: {
      200: {
        headers: { ETag: {} },
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['id'],
              properties: {
                id: { type: 'string' },
                list: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } },
              },
            },
          },
        },
      },
    },
  }
  change(operation)
  return { paths: { '/thing': { post: operation } } }
}
const response = (operation: Json): Json => operation.responses[200].content['application/json'].schema
const body = (operation: Json): Json => operation.requestBody.content['application/json'].schema

describe('a change of the REST contract', () => {
  it.each([
    ['a removed response member', (one: Json) => delete response(one).properties.id, 'id was removed'],
    [
      'a member of items that is removed',
      (one: Json) => delete response(one).properties.list.items.properties.a,
      'list[].a was removed',
    ],
    ['a response member that became optional', (one: Json) => (response(one).required = []), 'id became optional'],
    [
      'a response member of another type',
      (one: Json) => (response(one).properties.id.type = 'integer'),
      'was string and is integer',
    ],
    [
      'a response member that may be null',
      (one: Json) => (response(one).properties.id = { anyOf: [{ type: 'string' }, { type: 'null' }] }),
      'id may be null',
    ],
    [
      'a number where there was an integer',
      (one: Json) => (response(one).properties.list.items.properties.a.type = 'number'),
      'was integer and is number',
    ],
    ['a lost header', (one: Json) => delete one.responses[200].headers.ETag, 'the header ETag'],
    ['a lost status', (one: Json) => (one.responses = { 204: {} }), 'response 200 was removed'],
    ['a removed parameter', (one: Json) => (one.parameters = []), 'parameter size was removed'],
    ['a required parameter', (one: Json) => (one.parameters[0].required = true), 'size became required'],
    [
      'a new required parameter',
      (one: Json) => one.parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
      'x was added and is required',
    ],
    ['a removed value of a parameter', (one: Json) => (one.parameters[0].schema.enum = ['s']), 'no longer takes m'],
    ['a removed request member', (one: Json) => (body(one).properties = {}), 'body.n was removed'],
    ['a required request member', (one: Json) => (body(one).required = ['n']), 'body.n became required'],
    [
      'an integer where a number was taken',
      (one: Json) => (body(one).properties.n.type = 'integer'),
      'body.n was number and is integer',
    ],
    ['a key that became necessary', (one: Json) => (one.security = [{ key: [] }]), 'a key is required'],
  ])('breaks clients: %s', (_, change, description) => {
    expect(openApiChanges(documentOf(), documentOf(change))).toEqual([
      { subject: 'POST /thing', description: expect.stringContaining(description) },
    ])
  })

  it('breaks clients when what may now be null loses a member, too', () => {
    const nullable = documentOf((one) => {
      response(one).properties.list.items = { anyOf: [{ type: 'object' }, { type: 'null' }] }
    })
    expect(openApiChanges(documentOf(), nullable).map(({ description }) => description)).toEqual([
      'response 200.list[] may be null',
      'response 200.list[].a was removed',
    ])
  })

  it('breaks clients when an operation is removed', () => {
    expect(openApiChanges(documentOf(), { paths: {} })).toEqual([
      { subject: 'POST /thing', description: 'was removed' },
    ])
  })

  it.each([
    ['a new response member', (one: Json) => (response(one).properties.more = { type: 'string' })],
    ['a response member that became required', (one: Json) => response(one).required.push('list')],
    ['an integer where there was a number', (one: Json) => (body(one).properties.n.type = ['number', 'null'])],
    ['a new optional parameter', (one: Json) => one.parameters.push({ name: 'x', in: 'query', schema: {} })],
    ['a new value of a parameter', (one: Json) => one.parameters[0].schema.enum.push('l')],
    ['a new header', (one: Json) => (one.responses[200].headers.Link = {})],
    ['a new status', (one: Json) => (one.responses[409] = {})],
  ])('is compatible: %s', (_, change) => {
    expect(openApiChanges(documentOf(), documentOf(change))).toEqual([])
  })
})

describe('a change of webhooks', () => {
  const documentWith = (webhooks: Json): Json => ({ ...documentOf(), webhooks })
  const webhook = (properties: Json, parameters: Json[] = []): Json => ({
    post: { parameters, requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } } },
  })
  const id = { name: 'webhook-id', in: 'header' }
  const before = documentWith({ 'thing.made': webhook({ id: {} }, [id]) })

  it.each([
    ['a removed type', {}, 'was removed'],
    ['a removed header', { 'thing.made': webhook({ id: {} }) }, 'header webhook-id was removed'],
    ['a removed member', { 'thing.made': webhook({}, [id]) }, 'body.id was removed'],
  ])('breaks clients: %s', (_, webhooks, description) => {
    expect(openApiChanges(before, documentWith(webhooks))).toEqual([{ subject: 'thing.made', description }])
  })
})

describe('breaking changes between two states', () => {
  it('are items for the changelog, one for the same change of several operations', async () => {
    const composed = (contract: string): string =>
      composeServices([{ name: 'all', url: 'http://all.invalid', typeDefs: parse(contract) }]).supergraphSdl ?? ''
    const both = (document: Json): string =>
      JSON.stringify({ paths: { ...document.paths, '/other': document.paths['/thing'] } })
    const octo = JSON.stringify({ paths: {} })
    const older = { openapi: both(documentOf()), octo, supergraph: composed('type Query { a: Int b: Int }') }
    const newer = {
      openapi: both(documentOf((one) => (one.parameters = []))),
      octo,
      supergraph: composed('type Query { a: Int c: Int }'),
    }
    expect(await breakingChanges(older, newer)).toEqual([
      '- `Query.b`: Field `b` was removed from object type `Query`.',
      '- `POST /thing`, `POST /other`: query parameter size was removed',
    ])
    expect(await breakingChanges(older, older)).toEqual([])
  })
})

describe('differences of a snapshot', () => {
  const size = { in: 'query', name: 'size', type: 'string' }
  const documentWith = (operation: object): object => ({ paths: { '/a': operation } })
  const before = documentWith({ required: ['x', 'y'], parameters: [size] })
  const differences = (after: object): string[] => snapshotDifferences(formatSnapshot(before), formatSnapshot(after))

  it.each([
    ['a removed member', { paths: {} }, ['/paths//a was removed']],
    [
      'an inserted parameter and a changed one',
      documentWith({
        required: ['x', 'y'],
        parameters: [
          { in: 'query', name: 'page' },
          { ...size, type: 'integer' },
        ],
      }),
      [
        '/paths//a/parameters[query size]/type: "string" is now "integer"',
        '/paths//a/parameters[query page] was added: {"in":"query","name":"page"}',
      ],
    ],
    [
      'another order',
      documentWith({ parameters: [size], required: ['y', 'x'] }),
      ['/paths//a/required: order is now y, x', '/paths//a: order is now parameters, required'],
    ],
  ])('name the path: %s', (_, after, expected) => {
    expect(differences(after)).toEqual(expected)
  })

  it('end after fifty', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`member${index}`, index]))
    expect(differences({ ...before, ...many }).at(-1)).toBe('and 10 more')
  })
})

describe('the committed snapshots (refresh them with `npm run contracts`)', () => {
  let documents: Documents
  beforeAll(async () => {
    // Not the day of the commit: the snapshots must not depend on it.
    jest.useFakeTimers({ now: new Date('2031-02-03T04:05:06Z'), doNotFake: realTimers })
    documents = await readDocuments()
  })
  afterAll(() => void jest.useRealTimers())

  it.each(snapshotNames)('are what the product serves: %s', async (name) => {
    expect(snapshotDifferences(await read(snapshotFile(name)), formatSnapshot(documents[name]))).toEqual([])
  })
})
