import {
  getArgumentValues,
  getNullableType,
  isInputObjectType,
  isNonNullType,
  Kind,
  valueFromAST,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type ValueNode,
} from 'graphql'
import type { Variables } from '../selection/conditions.ts'

/** The arguments of a field, or the fields of an input object. */
type Arguments = Record<string, unknown>
export type ArgumentsOf = (variables: Variables) => Arguments

const noArguments: Arguments = Object.freeze({})

/** Puts an argument, or a field of an input object, among the others; false when they do not fit. */
type Put = (values: Arguments, variables: Variables) => boolean

/** Prepares the arguments of a field: what is written in the document is read once. */
export function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): ArgumentsOf {
  if (field.args.length === 0) return () => noArguments
  const given = new Map((node.arguments ?? []).map(({ name, value }) => [name.value, value]))
  const puts = field.args.flatMap((argument) => put(argument, given.get(argument.name)) ?? [])
  return (variables) => {
    const values: Arguments = {}
    for (const one of puts) {
      // The library finds the words for what is wrong.
      if (!one(values, variables)) return getArgumentValues(field, node, variables)
    }
    return values
  }
}

function put(
  { name, type, defaultValue }: GraphQLArgument | GraphQLInputField,
  node: ValueNode | undefined,
): Put | undefined {
  const isRequired = isNonNullType(type)
  const putDefault: Put | undefined =
    defaultValue === undefined
      ? isRequired
        ? () => false
        : undefined
      : (values) => {
          values[name] = defaultValue
          return true
        }
  if (!node) return putDefault
  if (node.kind === Kind.VARIABLE) {
    const variable = node.name.value
    return (values, variables) => {
      if (!Object.hasOwn(variables, variable)) return putDefault ? putDefault(values, variables) : true
      const value = variables[variable]
      if (value === null && isRequired) return false
      values[name] = value
      return true
    }
  }
  const read = reading(node, type)
  return (values, variables) => {
    const value = read(variables)
    values[name] = value
    return value !== undefined
  }
}

/** Reads a value out of variables; undefined when it does not fit. */
type Read = (variables: Variables) => unknown

/** How a literal is read: its constant parts once. */
function reading(node: ValueNode, type: GraphQLInputType): Read {
  if (!hasVariable(node)) {
    const value = deepFrozen(valueFromAST(node, type))
    return () => value
  }
  const nullable = getNullableType(type)
  if (node.kind !== Kind.OBJECT || !isInputObjectType(nullable) || nullable.isOneOf)
    return (variables) => valueFromAST(node, type, variables)
  const given = new Map(node.fields.map(({ name, value }) => [name.value, value]))
  const puts = Object.values(nullable.getFields()).flatMap((field) => put(field, given.get(field.name)) ?? [])
  return (variables) => {
    const values: Arguments = {}
    for (const one of puts) if (!one(values, variables)) return undefined
    return values
  }
}

function hasVariable(node: ValueNode): boolean {
  if (node.kind === Kind.VARIABLE) return true
  if (node.kind === Kind.LIST) return node.values.some(hasVariable)
  return node.kind === Kind.OBJECT && node.fields.some(({ value }) => hasVariable(value))
}

/** All runs of the operation share the value. */
function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value
  for (const inner of Object.values(value)) deepFrozen(inner)
  return Object.freeze(value)
}
