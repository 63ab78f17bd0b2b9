import { describe, expect, it } from '@jest/globals'
import { buildSchema, executeSync, getOperationAST, parse } from 'graphql'
import { projectionOf } from './response-projection.ts'

const schema = buildSchema(`
  type Query { place(id: ID): Place, places: [Place!], strict: [Place!]! }
  interface Place { id: ID! name: String near: [Place] kind: Kind tags: [String!] }
  type Cenote implements Place { id: ID! name: String near: [Place] kind: Kind tags: [String!] depth: Int! owner: Person }
  type Tour implements Place { id: ID! name: String near: [Place] kind: Kind tags: [String!] minutes: Int }
  type Person { name: String! }
  enum Kind { OPEN CAVE }
`)

/** What GraphQL's own executor makes of data gathered under the names of the answer. */
function reference(text: string, data: object, variableValues: Record<string, unknown>): unknown {
  return executeSync({
    schema,
    document: parse(text),
    rootValue: data,
    variableValues,
    fieldResolver: (source: Record<string, unknown>, _arguments, _context, { path }) =>
      Object.hasOwn(source, path.key) ? source[path.key] : null,
  }).data
}

function shaped(text: string, data: object, variables: Record<string, unknown>): unknown {
  const document = parse(text)
  const operation = getOperationAST(document)
  if (!operation) throw new Error('The document has no operation')
  return projectionOf(schema, document, operation)(data as Record<string, unknown>, variables)
}

const cenote = {
  __typename: 'Cenote',
  id: '1',
  name: 'Azul',
  kind: 'OPEN',
  depth: 12,
  tags: ['a', 'b'],
  extra: 'fetched',
}
const tour = { __typename: 'Tour', id: '2', name: null, kind: 'CAVE', minutes: 90, tags: null }

describe('the shape of an answer', () => {
  it.each<[what: string, text: string, data: object, variables?: Record<string, unknown>]>([
    ['leaves out what the plan fetched in addition', '{ place { id } }', { place: cenote }],
    ['returns fields in the requested order', '{ place { name id kind } }', { place: cenote }],
    [
      'takes aliases',
      '{ one: place { called: name } two: place { id } }',
      { one: { ...cenote, called: 'A' }, two: tour },
    ],
    ['returns the type', '{ __typename place { __typename its: __typename } }', { place: { ...tour, its: 'Tour' } }],
    [
      'merges fragments by type',
      '{ places { ...P ... on Cenote { depth } ... on Tour { minutes } ... on Place { name } } } fragment P on Place { id near { id } near { name } }',
      {
        places: [
          { ...cenote, near: [tour, null] },
          { ...tour, near: [] },
        ],
      },
    ],
    ['has null for what is missing', '{ place { name near { id } } }', { place: { __typename: 'Tour' } }],
    ['replaces a parent by null', '{ place { ... on Cenote { id depth } } }', { place: { ...cenote, depth: null } }],
    [
      'replaces a parent by null for a null within',
      '{ place { id ... on Cenote { owner { name } } } }',
      { place: { ...cenote, owner: {} } },
    ],
    [
      'replaces a list by null for a null item',
      '{ places { id } }',
      { places: [cenote, { __typename: 'Tour', id: null }] },
    ],
    ['replaces a list of texts by null', '{ place { id tags } }', { place: { ...cenote, tags: ['a', null] } }],
    ['replaces everything by null', '{ strict { id } }', { strict: [null] }],
    ['has no value that the enum has not', '{ place { id kind } }', { place: { ...cenote, kind: 'WALL' } }],
    ['handles names that objects inherit', '{ constructor: place { toString: name id } }', {}],
    [
      'takes names that objects inherit',
      '{ constructor: place { toString: name __proto__: id } }',
      { constructor: JSON.parse('{"__typename":"Tour","toString":"x","__proto__":"y"}') as object },
    ],
    [
      'leaves out what is skipped',
      'query ($no: Boolean = false, $yes: Boolean!) { place { id @include(if: $no) name @skip(if: $no) ... @include(if: $yes) { kind } } }',
      { place: cenote },
      { yes: true },
    ],
    [
      'returns introspection results as they are',
      '{ kind: __type(name: "Kind") { name enumValues { name } } place { id } }',
      { place: cenote, kind: { name: 'Kind', enumValues: [{ name: 'OPEN' }, { name: 'CAVE' }] } },
    ],
  ])('%s', (_what, text, data, variables = {}) => {
    const answer = shaped(text, data, variables)
    expect(JSON.stringify(answer)).toBe(JSON.stringify(reference(text, data, variables)))
  })

  it('follows the variables of each request', () => {
    const document = parse('query ($with: Boolean!) { place { id name @include(if: $with) } }')
    const shape = projectionOf(schema, document, getOperationAST(document)!)
    for (const wanted of [true, false, true])
      expect(shape({ place: cenote }, { with: wanted })).toEqual({
        place: wanted ? { id: '1', name: 'Azul' } : { id: '1' },
      })
  })
})
