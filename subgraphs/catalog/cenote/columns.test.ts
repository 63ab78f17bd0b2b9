import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { getNamedType, isNonNullType, isObjectType, parse, type GraphQLObjectType } from 'graphql'
import { startTestCatalog, type TestCatalog } from '../../../tests/testkit/catalog.ts'

type Node = Record<string, unknown>

const schema = buildSubgraphSchema({
  typeDefs: parse(readFileSync(new URL('../../../schema/catalog.graphql', import.meta.url), 'utf8')),
})

/** Selections of every single leaf below a type, other cenotes and what belongs to them left out. */
function leavesOf(type: GraphQLObjectType, above: readonly string[] = []): string[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const of = getNamedType(field.type)
    if (field.args.some((one) => isNonNullType(one.type)) || above.includes(of.name)) return []
    if (isObjectType(of)) return leavesOf(of, [...above, type.name]).map((inner) => `${field.name} { ${inner} }`)
    return [field.name]
  })
}
const leaves = leavesOf(schema.getType('Cenote') as GraphQLObjectType, ['Tour', 'NearbyCenote'])

/** The names on a selection's way to its leaf. */
const pathOf = (selection: string): string[] => selection.match(/\w+/g) ?? []
const along = (value: unknown, [name, ...rest]: string[]): unknown => {
  if (name === undefined || value === null || value === undefined) return value
  return Array.isArray(value) ? value.map((one) => along(one, [name, ...rest])) : along((value as Node)[name], rest)
}

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())

describe('a cenote', () => {
  it('is the same for every single field as for all of them together', async () => {
    const listed = async (selection: string): Promise<Node[]> =>
      (await catalog.ask<{ cenotes: { nodes: Node[] } }>(`{ cenotes(first: 3) { nodes { id ${selection} } } }`)).cenotes
        .nodes
    const whole = await listed(leaves.join(' '))
    expect(leaves.length).toBeGreaterThan(60)
    for (const leaf of leaves) {
      const path = pathOf(leaf)
      const expected = whole.map((node) => along(node, path))
      expect([leaf, (await listed(leaf)).map((node) => along(node, path))]).toEqual([leaf, expected])
      const id = whole[0]?.['id']
      const one = await catalog.ask<{ cenote: Node; edges: { edges: { node: Node }[] }; _entities: Node[] }>(
        `query ($id: ID!, $representations: [_Any!]!) {
          cenote(id: $id) { ...Leaf } edges: cenotes(first: 1) { edges { node { ...Leaf } } }
          _entities(representations: $representations) { ...Leaf }
        } fragment Leaf on Cenote { ${leaf} }`,
        { id, representations: [{ __typename: 'Cenote', id }] },
      )
      const found = [one.cenote, one.edges.edges[0]?.node, one._entities[0]].map((node) => along(node, path))
      expect([leaf, found]).toEqual([leaf, [expected[0], expected[0], expected[0]]])
    }
  })

  it('has what its prices consist of, also for a reference to them', async () => {
    const [node] = (
      await catalog.ask<{ cenotes: { nodes: Node[] } }>(
        '{ cenotes(first: 1) { nodes { id pricing { adultCents currency includes excludes } } } }',
      )
    ).cenotes.nodes
    const { _entities } = await catalog.ask<{ _entities: Node[] }>(
      'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on CenotePricing { adultCents currency includes excludes } } }',
      { representations: [{ __typename: 'CenotePricing', cenoteId: node?.['id'] }] },
    )
    expect(_entities).toEqual([node?.['pricing']])
  })
})
