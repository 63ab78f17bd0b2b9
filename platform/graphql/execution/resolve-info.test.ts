import { describe, expect, it } from '@jest/globals'
import {
  buildSchema,
  execute,
  getOperationAST,
  parse,
  print,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
} from 'graphql'
import { CompiledOperation } from './operation.ts'

const schema = buildSchema(`
  type Query { items: [Item!] }
  interface Node { id: ID }
  type Item { id: ID inner(x: Int): Item nodes: [Node] }
  type Leaf implements Node { id: ID }`)
let infos: unknown[] = []
const note = (info: GraphQLResolveInfo): void => {
  const { fieldName, fieldNodes, returnType, parentType, path, fragments, operation, rootValue, variableValues } = info
  expect(info.schema).toBe(schema)
  infos.push(
    JSON.parse(
      JSON.stringify({
        fieldName,
        nodes: fieldNodes.map(print),
        returnType: String(returnType),
        parentType: parentType.name,
        path,
        fragments: Object.keys(fragments),
        operation: operation.name?.value,
        rootValue,
        variableValues,
      }),
    ),
  )
}
const fieldsOf = (name: string) => (schema.getType(name) as GraphQLObjectType).getFields()
fieldsOf('Item')['inner']!.resolve = (_source, _args, _context, info) => (note(info), { id: 2 })
fieldsOf('Leaf')['id']!.resolve = (_source, _args, _context, info) => (note(info), 3)

describe('what resolvers receive about their field', () => {
  it('is what graphql-js passes, at any depth and in lists', async () => {
    const document = parse(`query Named($x: Int) { items { own: inner(x: $x) { inner { id } } ...F } }
      fragment F on Item { nodes { ... on Leaf { id } } own: inner(x: $x) { id } }`)
    const rootValue = { items: [{ nodes: [{ __typename: 'Leaf' }, null] }, {}] }
    const variables = { x: 1 }
    await execute({ schema, document, rootValue, variableValues: variables })
    const expected = infos
    infos = []
    await new CompiledOperation(schema, document, getOperationAST(document)!).run(rootValue, {}, variables)
    const sorted = (all: unknown[]): string[] => all.map((one) => JSON.stringify(one)).sort()
    expect(sorted(infos)).toEqual(sorted(expected))
    expect(expected).toHaveLength(5)
  })
})
