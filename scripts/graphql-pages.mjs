// Writes the schema that clients of GraphQL see as pages of Markdown: operations, what they return, what they take.
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql'

const operations = '/docs/graphql-reference'
const outputs = '/docs/graphql-types'
const inputs = '/docs/graphql-inputs'

/** The pages of a schema in SDL, by the last part of their addresses. */
export function graphqlPages(sdl) {
  const schema = buildSchema(sdl)
  const roots = [
    ['Queries', schema.getQueryType()],
    ['Mutations', schema.getMutationType()],
    ['Subscriptions', schema.getSubscriptionType()],
  ]
  const rootTypes = new Set(roots.map(([, type]) => type))
  const types = Object.values(schema.getTypeMap()).filter((type) => !rootTypes.has(type) && !isHidden(type))
  const taken = types.filter((type) => isInputObjectType(type) || isEnumType(type) || isScalarType(type))
  const returned = types.filter((type) => !taken.includes(type))
  return {
    'graphql-reference': page(
      'GraphQL reference',
      `Every query, mutation and subscription. [Types](${outputs}) has the fields of what they return, [inputs](${inputs}) the inputs, enums and scalars. The [guide](/docs/frontend/graphql) has limits, cost and lists, [GraphiQL](/graphiql) runs operations in the browser, and \`/schema.graphql\` is the schema as a file.`,
      roots.flatMap(([title, type]) => [`## ${title}`, ...byName(type.getFields()).flatMap(rootField(type.name))]),
    ),
    'graphql-types': page(
      'GraphQL types',
      `The types that the [operations](${operations}) return. Types ending in \`!\` are never null.`,
      returned.flatMap((type) => [`## ${type.name}`, textOf(type), ...returnedType(schema, type)]),
    ),
    'graphql-inputs': page(
      'GraphQL inputs, enums and scalars',
      `What the [operations](${operations}) take, and the enums and scalars of [types](${outputs}). Members whose type ends in \`!\` are required, unless they have a default.`,
      taken.flatMap((type) => [`## ${type.name}`, textOf(type), ...takenType(type)]),
    ),
  }
}

const isHidden = (type) => isIntrospectionType(type) || (isScalarType(type) && isSpecifiedScalarType(type))
const byName = (fields) => Object.values(fields).sort((a, b) => (a.name < b.name ? -1 : 1))

const page = (title, about, parts) => `${[`# ${title}`, about, ...parts].filter((part) => part !== '').join('\n\n')}\n`

const rootField = (parent) => (field) => {
  const args = field.args.map(({ name, type }) => `${name}: ${type}`)
  const isLong = args.join(', ').length > 70
  const list = isLong ? `(\n  ${args.join('\n  ')}\n)` : `(${args.join(', ')})`
  return [
    `### ${parent}.${field.name}`,
    textOf(field),
    `\`\`\`graphql\n${field.name}${args.length > 0 ? list : ''}: ${field.type}\n\`\`\``,
    `Returns ${typeLink(field.type)}.`,
    ...(field.args.length > 0 ? [table('Argument', field.args.map(row))] : []),
  ]
}

function returnedType(schema, type) {
  if (isUnionType(type)) return [`One of ${type.getTypes().map(typeLink).join(', ')}.`]
  const implemented = type.getInterfaces()
  const possible = isInterfaceType(type) ? schema.getPossibleTypes(type) : []
  return [
    ...(implemented.length > 0 ? [`Implements ${implemented.map(typeLink).join(', ')}.`] : []),
    ...(possible.length > 0 ? [`Implemented by ${possible.map(typeLink).join(', ')}.`] : []),
    table('Field', byName(type.getFields()).map(row)),
  ]
}

function takenType(type) {
  if (isScalarType(type)) return []
  if (isEnumType(type))
    return [
      table(
        'Value',
        type.getValues().map((value) => [`\`${value.name}\``, '', textOf(value)]),
      ),
    ]
  return [table('Member', byName(type.getFields()).map(row))]
}

const row = ({ name, type, args = [], defaultValue, ...described }) => {
  const takes = args.map((arg) => `\`${arg.name}\` (${typeLink(arg.type)})`)
  const hasDefault = defaultValue !== undefined && defaultValue !== null
  return [
    `\`${name}\``,
    typeLink(type),
    [
      textOf(described),
      ...(hasDefault ? [`Default: \`${JSON.stringify(defaultValue)}\`.`] : []),
      ...(takes.length > 0 ? [`Takes ${takes.join(', ')}.`] : []),
    ].join(' '),
  ]
}

function textOf({ description, deprecationReason }) {
  const text = description?.replaceAll('\n', ' ').trim() ?? ''
  return deprecationReason ? `${text} Deprecated: ${deprecationReason}`.trim() : text
}

function typeLink(type) {
  const named = getNamedType(type)
  if (isHidden(named)) return `\`${type}\``
  const isOutput = isObjectType(named) || isInterfaceType(named) || isUnionType(named)
  return `[\`${type}\`](${isOutput ? outputs : inputs}#${named.name.toLowerCase()})`
}

function table(name, rows) {
  const hasTypes = rows.some(([, type]) => type !== '')
  const shown = [[name, 'Type', 'Meaning'], ['---', '---', '---'], ...rows].map((cells) =>
    hasTypes ? cells : [cells[0], cells[2]],
  )
  return shown.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}
