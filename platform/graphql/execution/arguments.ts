import {
  getArgumentValues,
  isNonNullType,
  Kind,
  valueFromAST,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type ValueNode,
} from 'graphql'
import type { Values } from './run.ts'

export type ArgumentsOf = (variables: Values) => Values

const noArguments: Values = Object.freeze({})

/** Puts one argument among the others; false when the arguments do not fit. */
type Put = (values: Values, variables: Values) => boolean

/** Prepares the arguments of a field: what is written in the document is read once. */
export function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): ArgumentsOf {
  if (field.args.length === 0) return () => noArguments
  const given = new Map((node.arguments ?? []).map(({ name, value }) => [name.value, value]))
  const puts = field.args.flatMap((argument) => put(argument, given.get(argument.name)) ?? [])
  return (variables) => {
    const values: Values = {}
    for (const one of puts) {
      // The library finds the words for what is wrong.
      if (!one(values, variables)) return getArgumentValues(field, node, variables)
    }
    return values
  }
}

function put({ name, type, defaultValue }: GraphQLArgument, node: ValueNode | undefined): Put | undefined {
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
  if (hasVariable(node))
    return (values, variables) => {
      const value = valueFromAST(node, type, variables)
      values[name] = value
      return value !== undefined
    }
  const value = deepFrozen(valueFromAST(node, type))
  return (values) => {
    values[name] = value
    return value !== undefined
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
