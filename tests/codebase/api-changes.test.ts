import { readFile } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import { graphqlNow, openApiNow } from '../../cli/contract/documents.ts'
import { graphqlChanges } from '../../cli/contract/graphql-changes.ts'
import { notedSubjects, unannounced } from '../../cli/contract/notes.ts'
import { openApiChanges } from '../../cli/contract/openapi-changes.ts'
import type { Json } from '../testkit/product.ts'

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

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
      { subject: 'POST /thing', description: 'the operation was removed' },
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

describe('a change of the GraphQL schema', () => {
  it('breaks clients when a field is removed, and is named by its coordinate', () => {
    const [change] = graphqlChanges('type Query { a: Int b: Int }', 'type Query { a: Int }')
    expect(change).toEqual({ subject: 'Query.b', description: 'Query.b was removed.' })
    expect(graphqlChanges('type Query { a: Int }', 'type Query { a: Int b: Int }')).toEqual([])
  })
})

describe('a breaking change', () => {
  const changelog =
    '## [Unreleased]\n\n### Breaking\n\n- `Query.b` is gone.\n\n### Fixed\n\n- `Query.c`\n\n## [0.1.0]\n\n### Breaking\n\n- `Query.d`\n'
  const change = (subject: string) => ({ subject, description: 'was removed' })

  it('is announced by what the changelog names for the next version', () => {
    expect([...notedSubjects(changelog)]).toEqual(['Query.b'])
    expect(unannounced([change('Query.b'), change('Query.c'), change('Query.d')], changelog)).toEqual([
      change('Query.c'),
      change('Query.d'),
    ])
  })

  it('of the present contract is in the changelog', async () => {
    const changes = [
      ...openApiChanges(JSON.parse(await read('schema/released/openapi.json')), await openApiNow()),
      ...graphqlChanges(await read('schema/released/schema.graphql'), graphqlNow()),
    ]
    // When this fails: keep the contract compatible, or announce the change (docs/partner-api/lifecycle.md).
    expect(unannounced(changes, await read('CHANGELOG.md'))).toEqual([])
  })
})
