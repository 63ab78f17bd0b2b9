import {
  coerceInputValue,
  getVariableValues,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
  valueFromAST,
  type GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  type NamedTypeNode,
  type VariableDefinitionNode,
} from 'graphql'
import type { Variables } from '../selection/conditions.ts'

export type CoercedVariables = { readonly values: Variables } | { readonly errors: readonly GraphQLError[] }

/** Prepares the variables of an operation. What does not fit is left to graphql-js, which reports up to `maxErrors`. */
export function variablesOf(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  maxErrors = 50,
): (given: Variables) => CoercedVariables {
  const prepared = definitions.map((definition) => prepare(schema, definition))
  const checked = (given: Variables): CoercedVariables => {
    const options = isLarge(given) ? { maxErrors: 1, hideSuggestions: true } : { maxErrors }
    const { coerced, errors } = getVariableValues(schema, definitions, given, options)
    return errors ? { errors } : { values: coerced }
  }
  return (given) => {
    const values: Record<string, unknown> = {}
    for (const variable of prepared) {
      if (!variable) return checked(given)
      const { name, coerce, isRequired, defaultValue } = variable
      if (!Object.hasOwn(given, name)) {
        if (defaultValue !== undefined) values[name] = defaultValue
        else if (isRequired) return checked(given)
        continue
      }
      try {
        values[name] = coerce(given[name])
      } catch {
        return checked(given)
      }
    }
    return { values }
  }
}

const maxValues = 500
const maxCharacters = 20_000

/**
 * Whether values are much larger than those that callers get wrong by accident. Each error quotes the whole value, and
 * looks for names like one that is unknown.
 */
function isLarge(given: Variables): boolean {
  let values = 0
  let characters = 0
  const exceeds = (value: unknown): boolean => {
    values += 1
    if (typeof value === 'string') characters += value.length
    if (values > maxValues || characters > maxCharacters) return true
    if (typeof value !== 'object' || value === null) return false
    if (Array.isArray(value)) return value.some(exceeds)
    for (const name in value) {
      characters += name.length
      if (exceeds((value as Variables)[name])) return true
    }
    return false
  }
  return exceeds(given)
}

type Coerce = (value: unknown) => unknown

interface Variable {
  readonly name: string
  readonly isRequired: boolean
  readonly defaultValue: unknown
  readonly coerce: Coerce
}

function prepare(schema: GraphQLSchema, definition: VariableDefinitionNode): Variable | undefined {
  const name = definition.variable.name.value
  const type = typeFromAST(schema, definition.type as NamedTypeNode)
  // graphql-js accepts this name, but assigning it to an object would set the prototype.
  if (!isInputType(type) || name === '__proto__') return undefined
  const defaultValue = definition.defaultValue && valueFromAST(definition.defaultValue, type)
  if (definition.defaultValue && defaultValue === undefined) return undefined
  return { name, isRequired: isNonNullType(type), defaultValue, coerce: coercion(type) }
}

function unfit(): never {
  throw new TypeError('A value does not fit its type')
}

function coercion(type: GraphQLInputType): Coerce {
  if (isNonNullType(type)) {
    const coerce = coercion(type.ofType as GraphQLInputType)
    return (value) => (value === null || value === undefined ? unfit() : coerce(value))
  }
  if (isListType(type)) {
    const coerce = coercion(type.ofType as GraphQLInputType)
    return (value) => {
      if (value === null || value === undefined) return null
      return Array.isArray(value) ? value.map(coerce) : (coerceInputValue(value, type, unfit) as unknown)
    }
  }
  if (isInputObjectType(type)) return coercionOfObject(type)
  return (value) => {
    if (value === null || value === undefined) return null
    const parsed = type.parseValue(value) as unknown
    return parsed === undefined ? unfit() : parsed
  }
}

function coercionOfObject(type: GraphQLInputObjectType): Coerce {
  if (type.isOneOf) return (value) => coerceInputValue(value, type, unfit) as unknown
  let fields: { name: string; coerce: Coerce; defaultValue: unknown; isRequired: boolean }[] | undefined
  // When the first value arrives, because an input type may contain itself.
  const prepareFields = (): NonNullable<typeof fields> =>
    Object.values(type.getFields()).map((field) => ({
      name: field.name,
      coerce: coercion(field.type),
      defaultValue: field.defaultValue,
      isRequired: isNonNullType(field.type),
    }))
  return (value) => {
    if (value === null || value === undefined) return null
    if (typeof value !== 'object') return unfit()
    fields ??= prepareFields()
    const coerced: Record<string, unknown> = {}
    let given = 0
    for (const { name, coerce, defaultValue, isRequired } of fields) {
      const one = (value as Variables)[name]
      if (one !== undefined) {
        coerced[name] = coerce(one)
        if (Object.hasOwn(value, name)) given += 1
      } else if (defaultValue !== undefined) coerced[name] = defaultValue
      else if (isRequired) unfit()
    }
    // Names that the type has not, or that have no value, are left to the library.
    return Object.keys(value).length === given ? coerced : (coerceInputValue(value, type, unfit) as unknown)
  }
}
