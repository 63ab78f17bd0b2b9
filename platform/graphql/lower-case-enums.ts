import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  valueFromAST,
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql'

const isMarked = ({ directives = [] }: EnumTypeDefinitionNode): boolean =>
  directives.some(({ name }) => name.value === 'lowerCase')

const markedEnums = (contract: DocumentNode): EnumTypeDefinitionNode[] =>
  contract.definitions.flatMap((definition) =>
    definition.kind === Kind.ENUM_TYPE_DEFINITION && isMarked(definition) ? [definition] : [],
  )

/** The values that resolvers return and receive of the enums of a contract that are marked `@lowerCase`. */
export const lowerCaseValues = (contract: DocumentNode): Record<string, Record<string, string>> =>
  Object.fromEntries(
    markedEnums(contract).map(({ name, values = [] }) => [
      name.value,
      Object.fromEntries(values.map((value) => [value.name.value, value.name.value.toLowerCase()])),
    ]),
  )

/** Has the marked enums that contain OTHER return it for every stored value that they do not contain. */
export function withOtherValues(schema: GraphQLSchema, contract: DocumentNode): GraphQLSchema {
  for (const { name } of markedEnums(contract)) {
    const type = schema.getType(name.value)
    if (!isEnumType(type) || !type.getValue('OTHER')) continue
    const known = new Set<unknown>(type.getValues().map(({ value }) => value as unknown))
    const serialize = type.serialize.bind(type)
    type.serialize = (value) => (known.has(value) ? serialize(value) : 'OTHER')
  }
  return schema
}

/** Converts the defaults of arguments and input fields to the spelling of resolvers. They are built in the contract's capitals. */
export function withConvertedDefaults(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap())
  const fields = types.filter(isInputObjectType).flatMap((type) => Object.values(type.getFields()))
  const outputs = types.filter((type) => isObjectType(type) || isInterfaceType(type))
  const args = outputs.flatMap((type) => Object.values(type.getFields()).flatMap((field) => field.args))
  // Fields come first, because the default of an argument may be an object that contains the defaults of its fields.
  for (const input of [...fields, ...args])
    if (input.astNode?.defaultValue) input.defaultValue = valueFromAST(input.astNode.defaultValue, input.type)
  return schema
}

/** A stored form in the spelling of the input that creates it. A value that its enum does not have stays as it is. */
export const asWritten = (schema: GraphQLSchema, input: string, value: object): object =>
  writtenAs(schema.getType(input), value) as object

function writtenAs(type: GraphQLType | undefined, value: unknown): unknown {
  if (type === undefined || value === null || value === undefined) return value
  if (isNonNullType(type)) return writtenAs(type.ofType, value)
  if (isListType(type)) return (value as unknown[]).map((item) => writtenAs(type.ofType, item))
  if (isEnumType(type)) return type.getValues().find((one) => one.value === value)?.name ?? value
  if (!isInputObjectType(type)) return value
  const fields = type.getFields()
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, writtenAs(fields[name]?.type, own)]))
}
