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

/** Texts whose descriptions name values although there may be others, by their names or coordinates. */
const openTexts = new Set([
  // Dots, colons and asterisks are not for the names of an enum: scopes, and types of events with their wildcards.
  ...['scopes', 'types', 'WebhookDelivery.type'],
  // Names of other members, which a position is valid with, or which hold the addresses in question.
  ...['after', 'catalogEventsCursor', 'returnOrigins', 'returnUrl', 'startTimes'],
  // Examples of what is different for each key.
  ...['ApiKey.prefix', 'CreateApiKeyInput.origins'],
  // A header of any name but those that are listed.
  'WebhookHeaderInput.name',
  // Values of partners and payment providers.
  ...['method', 'paymentMethod', 'refundMethod'],
  // In words of the terms.
  'Refund.processingTime',
  // The reason of a closure is in the operator's own words.
  'Restriction.type',
  // Names of months in files of operators, which no form compares with a list.
  'bestVisitingMonths',
  // The rule for a text of letters and digits.
  'slug',
])

/** Whether a description names the values of a text: as codes, as a list of single words, or as names in lower case. */
function namesValues(text: string): boolean {
  const description = text.replace(/ Errors?: .*/, '')
  return (
    (description.match(/`[^`]+`/g) ?? []).length > 1 ||
    /^[a-z]|\b[a-z]+_[a-z_]+\b|\b[A-Z]{2,}_[A-Z_]+\b/.test(description.replace(/`[^`]+`/g, '')) ||
    /^(?:[\w ]+: )?[\w-]+(?:, [\w-]+)* or [\w-]+(?:[.;,]| for )/.test(description.replaceAll('`', '')) ||
    /\b(?:lowercase|lower case)\b|^one of\b|^Only \w+ (?:or|and) /i.test(description)
  )
}

describe('a closed list', () => {
  const texts = members.filter(({ type }) => type === 'String')
  const found = texts.filter(({ description }) => namesValues(description))
  const isOpen = ({ coordinate, name }: { coordinate: string; name: string }) =>
    openTexts.has(name) || openTexts.has(coordinate)

  it('is an enum, in inputs and outputs', () => {
    expect(texts.length).toBeGreaterThan(300)
    expect(found.filter((member) => !isOpen(member))).toEqual([])
  })

  it('is no text that is said to be open any more', () => {
    const named = new Set(found.filter(isOpen).flatMap(({ coordinate, name }) => [coordinate, name]))
    expect([...openTexts].filter((text) => !named.has(text))).toEqual([])
  })

  it.each([
    'Lowercase English names of the weekdays it opens on, at least one.',
    'facilities, activities or dining.',
    'celsius or fahrenheit for temperatures, meters or feet for lengths.',
    'draft, active, paused or ended; its rules apply while it is active. Draft when absent.',
    'included in the entrance, optional (sold apart) or not_available.',
    'Its kind: transportation, equipment, guide, food, photo or other.',
    '`cenote` or `tour`.',
    'completed once paid.',
    'VISIT_DATE or VISIT_TIME.',
  ])('is seen in "%s"', (description) => expect(namesValues(description)).toBe(true))
})

const typeOf = (field: GraphQLField<unknown, unknown> | undefined): string => String(field?.type)
