import { DependencyCollector } from '../../cache/dependencies.ts'
import { describe, expect, it, jest } from '@jest/globals'
import { buildSchema, executeSync, getOperationAST, getVariableValues, parse } from 'graphql'
import { ResponseJson } from './response-json.ts'
import { PartialResults, ResultIndex, type Data } from '../plan/partial-results.ts'
import { Position } from '../plan/positions.ts'
import { projectionOf } from './response-projection.ts'
import { respond } from './response.ts'
import { selectionOf, type Selection } from '../plan/selections.ts'
import { turn } from '../../../platform/process/turn.ts'

const schema = buildSchema(`
  type Query { place(id: ID): Place, places: [Place!], strict: [Place!]! }
  interface Place { id: ID! name: String near: [Place] kind: Kind tags: [String!] }
  type Cenote implements Place { id: ID! name: String near: [Place] kind: Kind tags: [String!] depth: Int! owner: Person }
  type Tour implements Place { id: ID! name: String near: [Place] kind: Kind tags: [String!] minutes: Int }
  type Person { name: String! }
  enum Kind { OPEN CAVE }
`)

/** The result of graphql-js for an object whose members are named as its fields. */
function reference(text: string, data: object, variableValues: Record<string, unknown>): unknown {
  return executeSync({
    schema,
    document: parse(text),
    rootValue: data,
    variableValues,
    fieldResolver: (source: Record<string, unknown>, _arguments, _context, { fieldName }) =>
      Object.hasOwn(source, fieldName) ? source[fieldName] : null,
  }).data
}

/** The same object as a plan would gather it: under internal names, with every field of any type. */
function gathered(selection: Selection, source: unknown, position: Position, part = 0): unknown {
  if (Array.isArray(source)) return source.map((item) => gathered(selection, item, position, part))
  if (typeof source !== 'object' || source === null) return source
  const data: Record<string, unknown> = Object.create(null) as Data
  position.addField(part, '__typename', '__typename')
  data['__typename'] = (source as Data)['__typename']
  for (const typeName of [selection.declared.name, ...selection.possibleTypes]) {
    for (const { internalKey, node, selection: within, isTypename, type } of selection.fieldsOf(typeName)) {
      if (isTypename) continue
      position.addField(part, internalKey, internalKey)
      const name = type ? node.name.value : internalKey
      const value = Object.hasOwn(source, name) ? (source as Data)[name] : undefined
      const child = position.child(internalKey)
      data[internalKey] = within ? gathered(within, value, child, child.fieldPart(0, part, internalKey)) : value
    }
  }
  return data
}

async function shaped(text: string, data: object, variables: Record<string, unknown>) {
  const document = parse(text)
  const operation = getOperationAST(document)!
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  const selection = selectionOf(schema, document, operation, coerced)
  const position = new Position()
  const part = position.addPart({ kind: 'fetch', fetch: 0 })
  const root = gathered(selection, data, position, part) as Data
  const projection = projectionOf({ apiSchema: schema, schema }, selection, position)
  const all = {
    root: new PartialResults([root]),
    index: new ResultIndex(),
    errors: [],
    failed: new Set<number>(),
    dependencies: new DependencyCollector(),
  }
  const [built, written] = [await respond(projection, all, 'objects'), await respond(projection, all, 'json')]
  expect(written.data instanceof ResponseJson ? written.data.text : JSON.stringify(written.data)).toBe(
    JSON.stringify(built.data),
  )
  return built
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

describe('the shape of a response', () => {
  it.each<[what: string, text: string, data: object, variables?: Record<string, unknown>]>([
    ['leaves out what the plan fetched in addition', '{ place { id } }', { place: cenote }],
    ['returns fields in the requested order', '{ place { name id kind } }', { place: cenote }],
    ['takes aliases', '{ one: place { called: name } two: place { id } }', { place: cenote }],
    ['returns the type', '{ __typename place { __typename its: __typename } }', { place: tour }],
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
    ['takes names that objects inherit', '{ constructor: place { toString: name __proto__: id } }', { place: tour }],
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
  ])('%s', async (_what, text, data, variables = {}) => {
    const { data: response } = await shaped(text, data, variables)
    expect(JSON.stringify(response)).toBe(JSON.stringify(reference(text, data, variables)))
  })

  it('of many objects waits for turns that have time left', async () => {
    const next = jest.spyOn(turn, 'next')
    const places = Array.from({ length: 2_000 }, (_, id) => ({ ...cenote, id: String(id) }))
    while (!turn.isOver);
    const { data } = await shaped('{ places { id } }', { places }, {})
    expect(data).toEqual(reference('{ places { id } }', { places }, {}))
    expect(next).toHaveBeenCalled()
    next.mockRestore()
  })
})
