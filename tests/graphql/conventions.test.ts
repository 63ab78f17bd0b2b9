import { describe, expect, it } from '@jest/globals'
import {
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
} from 'graphql'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'

const { apiSchema } = loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url))
const types = Object.values(apiSchema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))

/** The fields of all types, and their arguments. */
const members = types
  .filter((type) => isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
  .flatMap((type) =>
    Object.values<GraphQLField<unknown, unknown> | GraphQLInputField>(type.getFields()).flatMap((field) => [
      memberOf(`${type.name}.${field.name}`, field),
      ...('args' in field
        ? field.args.map((argument) => memberOf(`${type.name}.${field.name}(${argument.name}:)`, argument))
        : []),
    ]),
  )

function memberOf(
  coordinate: string,
  { name, type, description }: GraphQLArgument | GraphQLField<unknown, unknown> | GraphQLInputField,
) {
  const { name: typeName }: GraphQLNamedType = getNamedType(type as GraphQLInputType | GraphQLOutputType)
  return { coordinate, name, type: typeName, description: description ?? '' }
}

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

/** Texts of partners, of payment providers and of a cenote's staff. */
const textsOfOthers = new Set(['affiliateId', 'paymentId', 'staffId', 'transactionId', 'StaffInput.id'])

describe('a member', () => {
  it('has the type ID if it is an id of ours, in inputs and outputs', () => {
    const ids = members.filter(
      ({ coordinate, name }) => /^ids?$|Ids?$/.test(name) && !textsOfOthers.has(name) && !textsOfOthers.has(coordinate),
    )
    expect(ids.length).toBeGreaterThan(100)
    expect(ids.filter(({ type }) => type !== 'ID')).toEqual([])
    expect(Object.keys(apiSchema.getTypeMap())).not.toContain('UUID')
  })

  it('has the type LocalDate if it is a day, in inputs and outputs', () => {
    const days = members.filter(
      ({ name, type, description }) =>
        type !== 'DateTime' &&
        (/^(date|day|from|to|until)$|(Date|Day|From|Until)$/.test(name) ||
          /YYYY-MM-DD|^(First|Last) day/.test(description)),
    )
    expect(days.length).toBeGreaterThan(60)
    expect(days.filter(({ type }) => type !== 'LocalDate')).toEqual([])
  })
})

const typeOf = (field: GraphQLField<unknown, unknown> | undefined): string => String(field?.type)
