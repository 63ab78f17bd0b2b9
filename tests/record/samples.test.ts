import { describe, expect, it } from '@jest/globals'
import { buildSchema, getNamedType, parse, validate, type GraphQLSchema } from 'graphql'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'
import { partnerScopes } from '../../gateway/auth/scopes.ts'
import { graphqlSamples } from '../access/table/graphql.ts'
import { restSamples } from '../access/table/rest.ts'
import { World } from '../access/table/world.ts'
import { useTestFacade } from '../testkit/facade.ts'
import type { Json } from '../testkit/responses.ts'
import { eventFields } from './events.ts'
import { isPlayable } from './samples.ts'
import { documentOf, fieldsWithoutArguments, scopesIn } from './selection.ts'

const world = new World({ url: '', dataFolder: '', database: String })
const { apiSchema, sdl } = loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url))
const facade = useTestFacade()
const definitionsIn = async (path: string): Promise<Json[]> =>
  Object.values(JSON.parse((await facade.get(path)).body).paths as Json).flatMap((methods) =>
    Object.values(methods as Json),
  )

describe('the scenario', () => {
  it('misses no operation of REST', async () => {
    const samples = restSamples(world)
    const names = (await definitionsIn('/openapi.json')).map(({ operationId }) => operationId as string)
    expect(names.filter((name) => !samples[name])).toEqual([])
  })

  it('misses no operation of OCTO', async () => {
    const definitions = await definitionsIn('/octo/v1/openapi.json')
    expect(definitions.length).toBeGreaterThan(15)
    expect(definitions.filter((definition) => !isPlayable(definition)).map(({ operationId }) => operationId)).toEqual(
      [],
    )
  })

  it('misses no query, mutation or subscription, and no argument that a field below needs', () => {
    const samples = graphqlSamples(world)
    const missing = [apiSchema.getQueryType(), apiSchema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}).filter((name) => !samples[`${type?.name}.${name}`]),
    )
    expect(missing).toEqual([])
    expect(Object.keys(apiSchema.getSubscriptionType()?.getFields() ?? {}).sort()).toEqual([...eventFields].sort())
    expect(fieldsWithoutArguments(apiSchema)).toEqual([])
  })
})

describe('a selection', () => {
  const document = (schema: GraphQLSchema, name: string, scopes = scopesIn(''), depth?: number): string => {
    const field = schema.getQueryType()?.getFields()[name]
    if (!field) throw new Error(name)
    const selected = { operation: 'query', inputs: '', granted: ['a'], ...(depth ? { depth } : {}) }
    return documentOf({ schema, scopes }, field, selected)
  }

  it('is valid, one for each type that a root field returns', () => {
    const types = new Set<string>()
    const scopes = scopesIn(sdl)
    for (const type of [apiSchema.getQueryType(), apiSchema.getMutationType(), apiSchema.getSubscriptionType()])
      for (const field of Object.values(type?.getFields() ?? {})) {
        const named = getNamedType(field.type).name
        if (types.has(named)) continue
        types.add(named)
        const selected = { operation: type?.name.toLowerCase() ?? '', inputs: '', granted: partnerScopes }
        const document = documentOf({ schema: apiSchema, scopes }, field, { ...selected, depth: 3 })
        const errors = validate(apiSchema, parse(document))
          .map(({ message }) => message)
          .filter((message) => !message.includes('is required'))
        expect([field.name, errors]).toEqual([field.name, []])
      }
  })

  it('has aliases where types of a union differ, no field that the key may not read, and no type within itself', () => {
    const schema = buildSchema(`
      type Query { one: Either }
      union Either = A | B
      type A { id: ID! name: String self: A secret: Int other: B }
      type B { id: ID name: String deep: C }
      type C { x: Int }
    `)
    const scopes = new Map([['A.secret', [['b']]]])
    expect(document(schema, 'one', scopes, 2)).toBe(
      [
        'query { one { __typename ... on A { A_id: id name other { ...F1 } } ... on B { B_id: id name deep { ...F2 } } } }',
        'fragment F1 on B { __typename id name }',
        'fragment F2 on C { __typename x }',
      ].join('\n'),
    )
  })
})
