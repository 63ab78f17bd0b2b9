import { describe, expect, it } from '@jest/globals'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { getOperationAST, parse } from 'graphql'
import { entitiesOf } from './entities.ts'
import { CompiledOperation } from './operation.ts'

const schema = buildSubgraphSchema({
  typeDefs: parse(`
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
    type Query { a: Int }
    type Found @key(fields: "id") { id: ID! name: String strict: Int! }
    type Keyed @key(fields: "id") { id: ID! }`),
  resolvers: {
    Found: {
      __resolveReference({ id }: { id: string }) {
        if (id === 'broken') throw new Error('broken')
        if (id === 'late') return Promise.resolve({ id, name: 'late', strict: 1 })
        if (id === 'error') return new Error('returned')
        return id === 'none' ? null : { id, name: id, strict: id === 'loose' ? null : 1 }
      },
    },
  } as never,
})
const document = parse(`query ($r: [_Any!]!) { _entities(representations: $r) {
  __typename ... on Found { name strict } ... on Keyed { id } } }`)
const compiled = new CompiledOperation(schema, document, getOperationAST(document)!)

const entities = async (...representations: object[]) => {
  const { data, errors = [] } = await compiled.run({}, {}, { r: representations })
  return {
    entities: (JSON.parse(JSON.stringify(data)) as { _entities: unknown[] } | null)?._entities,
    errors: errors.map(({ message, path }) => `${path?.join('.')} ${message}`),
  }
}
const found = (id: string) => ({ __typename: 'Found', id })

describe('the entities of a subgraph', () => {
  it('are returned in the order of their representations, found at once or later', async () => {
    expect(await entities(found('late'), { __typename: 'Keyed', id: 'k' }, found('none'), found('a'))).toEqual({
      entities: [
        { __typename: 'Found', name: 'late', strict: 1 },
        { __typename: 'Keyed', id: 'k' },
        null,
        { __typename: 'Found', name: 'a', strict: 1 },
      ],
      errors: [],
    })
  })

  it('fail alone', async () => {
    expect(await entities(found('broken'), found('a'), found('error'), found('loose'))).toEqual({
      entities: [null, { __typename: 'Found', name: 'a', strict: 1 }, null, null],
      errors: [
        '_entities.0 broken',
        '_entities.2 returned',
        '_entities.3.strict Cannot return null for non-nullable field Found.strict.',
      ],
    })
  })

  it('of an unknown type are refused together', async () => {
    const { entities: none, errors } = await entities(found('a'), { __typename: 'Unknown', id: '1' })
    expect(none).toBeUndefined()
    expect(errors).toEqual([expect.stringContaining('"Unknown"')])
  })

  it('are what the field _entities of a union _Entity returns, and no other field', () => {
    const { _entities: field, a } = schema.getQueryType()!.getFields()
    expect(entitiesOf(schema, field!)?.types.map(({ name }) => name)).toEqual(['Found', 'Keyed'])
    expect(entitiesOf(schema, a!)).toBeUndefined()
  })
})
