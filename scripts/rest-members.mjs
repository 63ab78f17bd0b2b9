// The REST schemas of the members that an operation selects: each of its GraphQL type, without description.
import { getNullableType, isEnumType, isListType, isNonNullType, isObjectType } from 'graphql'

const scalars = {
  Boolean: 'Type.Boolean()',
  Float: 'Type.Number()',
  Int: 'Type.Integer()',
  Latitude: 'Type.Number()',
  Longitude: 'Type.Number()',
  NonNegativeFloat: 'Type.Number()',
  NonNegativeInt: 'Type.Integer()',
  DateTime: `Type.String({ format: 'date-time' })`,
  LocalDate: `Type.String({ format: 'date' })`,
  ID: `Type.String({ format: 'uuid' })`,
}

/** Ids that operators choose. */
const chosenIds = new Set(['Amenity.kind', 'Image.imageId'])

/** A module with the members of some fragments. */
export function membersModule(schema, documents, names) {
  const fragments = new Map(
    documents.flatMap(({ document }) =>
      document.definitions.flatMap((definition) =>
        definition.kind === 'FragmentDefinition' ? [[definition.name.value, definition]] : [],
      ),
    ),
  )
  const parts = names.map((name) => {
    const { typeCondition, selectionSet } = fragments.get(name)
    return `export const ${name}Members = {\n${membersOf(schema.getType(typeCondition.name.value), selectionSet).join(',\n')},\n}\n`
  })
  return `import { Type } from 'typebox'\n\n${parts.join('\n')}`

  function membersOf(type, { selections }) {
    return selections.flatMap((selection) => {
      if (selection.kind !== 'Field') return membersOf(type, fragments.get(selection.name.value).selectionSet)
      const field = type.getFields()[selection.name.value]
      const isAlways = isNonNullType(field.type) && selection.directives.length === 0
      const member = chosenIds.has(`${type.name}.${field.name}`)
        ? 'Type.String()'
        : typeOf(getNullableType(field.type), selection.selectionSet)
      return [`${(selection.alias ?? selection.name).value}: ${isAlways ? member : `Type.Optional(${member})`}`]
    })
  }

  function typeOf(type, selectionSet) {
    if (isListType(type)) return `Type.Array(${typeOf(getNullableType(type.ofType), selectionSet)})`
    if (isObjectType(type)) return `Type.Object({ ${membersOf(type, selectionSet).join(', ')} })`
    if (isEnumType(type)) return `Type.Enum(${JSON.stringify(type.getValues().map(({ name }) => name))})`
    return scalars[type.name] ?? 'Type.String()'
  }
}
