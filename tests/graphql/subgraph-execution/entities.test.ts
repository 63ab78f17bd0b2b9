import { setImmediate } from 'node:timers/promises'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { describe, expect, it } from '@jest/globals'
import { execute, getOperationAST, parse, type GraphQLSchema } from 'graphql'
import { CompiledOperation } from '../../../platform/graphql/execution/operation.ts'

const typeDefs = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
  interface Place @key(fields: "id") { id: ID! }
  type Cave implements Place @key(fields: "id") { id: ID! depth: Int! name: String place: String }
  type Lake @key(fields: "id") { id: ID! name: String! }
  type Query { one: Int }
`)

interface Reference {
  readonly __typename: string
  readonly id: string
}

const read: string[][] = []
const schema: GraphQLSchema = buildSubgraphSchema({
  typeDefs,
  resolvers: {
    Place: { __resolveReference: ({ id }: Reference) => ({ __typename: 'Cave', id, depth: 1 }) },
    Cave: {
      async __resolveReference({ id }: Reference) {
        // All references are resolved before any of them continues.
        read.at(-1)?.push(id)
        await setImmediate()
        read.push([])
        if (id === 'thrown') throw new Error('no cave')
        return id === 'unknown' ? null : { id, depth: id === 'wrong' ? 'deep' : 5, name: `cave ${id}` }
      },
    },
  },
})

const entities = async (selection: string, representations: readonly unknown[]) => {
  const document = parse(
    `query ($representations: [_Any!]!) { _entities(representations: $representations) ${selection} }`,
  )
  const compiled = new CompiledOperation(schema, document, getOperationAST(document)!)
  const variables = compiled.coerceVariables({ representations })
  if ('errors' in variables) throw new Error('The representations do not fit')
  const actual = await compiled.runToJson({}, {}, variables.values)
  const theirs = await execute({ schema, document, variableValues: { representations }, contextValue: {} })
  const said = (errors = theirs.errors): unknown => errors?.map(({ message, path }) => [message, path])
  expect([actual.data, said(actual.errors)]).toEqual([JSON.stringify(theirs.data), said(theirs.errors)])
  return theirs
}

const selection = '{ __typename ... on Cave { id depth name } ... on Lake { id name } ... on Place { id } }'

describe('entities of a subgraph', () => {
  it('are found by their representations, in their order', async () => {
    const { data } = await entities(selection, [
      { __typename: 'Cave', id: '1' },
      { __typename: 'Lake', id: '2', name: 'Bacalar' },
      { __typename: 'Cave', id: '3' },
    ])
    expect(data?.['_entities']).toMatchObject([{ id: '1' }, { name: 'Bacalar' }, { id: '3' }])
  })
  it('are null where there is none, or where one fails', async () => {
    const representations = ['unknown', 'thrown', 'wrong', 'known'].map((id) => ({ __typename: 'Cave', id }))
    const { data, errors } = await entities(selection, representations)
    expect(data?.['_entities']).toMatchObject([null, null, null, { id: 'known' }])
    expect(errors).toHaveLength(2)
  })
  it('are resolved all at once', async () => {
    read.length = 0
    read.push([])
    await entities(
      '{ ... on Cave { id } }',
      ['a', 'b', 'c'].map((id) => ({ __typename: 'Cave', id })),
    )
    expect(read[0]).toEqual(['a', 'b', 'c'])
  })
  it('may be of an interface', async () => {
    const { data } = await entities(selection, [{ __typename: 'Place', id: '1' }])
    expect(data?.['_entities']).toMatchObject([{ __typename: 'Cave', id: '1' }])
  })
  it('of an unknown type are refused', async () => {
    const { errors } = await entities(selection, [{ __typename: 'River', id: '1' }])
    expect(errors?.[0]?.message).toContain('River')
  })
  it('come with the schema of the subgraph', async () => {
    const document = parse('{ _service { sdl } }')
    const result = await new CompiledOperation(schema, document, getOperationAST(document)!).runToJson({}, {}, {})
    expect(result.data).toContain('type Cave')
  })
})
