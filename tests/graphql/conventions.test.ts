import { describe, expect, it } from '@jest/globals'
import { getNamedType, isInterfaceType, isObjectType, type GraphQLField } from 'graphql'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'

const { apiSchema } = loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url))
const composites = Object.values(apiSchema.getTypeMap()).filter((type) => isObjectType(type) || isInterfaceType(type))

describe('a connection', () => {
  it.each(composites.filter(({ name }) => name.endsWith('Connection')).map((type) => [type.name, type] as const))(
    'has edges, nodes and pageInfo: %s',
    (_name, type) => {
      const { edges, nodes, pageInfo } = type.getFields()
      const item = /^\[(\w+)!\]!$/.exec(typeOf(nodes))?.[1]
      expect([typeOf(edges), typeOf(pageInfo)]).toEqual([`[${item}Edge!]!`, 'PageInfo!'])
      const edge = getNamedType(edges?.type)
      expect(isObjectType(edge) && Object.values(edge.getFields()).map((field) => [field.name, typeOf(field)])).toEqual(
        [
          ['cursor', 'String!'],
          ['node', `${item}!`],
        ],
      )
    },
  )
})

const typeOf = (field: GraphQLField<unknown, unknown> | undefined): string => String(field?.type)
