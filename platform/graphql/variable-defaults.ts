import {
  getNullableType,
  isInputObjectType,
  isListType,
  typeFromAST,
  valueFromASTUntyped,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql'

type Fill = (value: unknown) => unknown

/**
 * Fills in the defaults of omitted variables and of omitted fields of input objects. graphql-jit ignores the defaults
 * of non-null types and would refuse the value.
 */
export function variableDefaults(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): (variables: Record<string, unknown>) => Record<string, unknown> {
  const defaults = new Map<string, unknown>()
  const fills = new Map<string, Fill>()
  const known = new Map<GraphQLInputType, Fill | undefined>()
  for (const { variable, type, defaultValue } of operation.variableDefinitions ?? []) {
    const name = variable.name.value
    const inputType = typeFromAST(schema, type as Extract<TypeNode, { kind: 'NamedType' }>) as
      GraphQLInputType | undefined
    const fill = inputType && fillOf(inputType, known)
    if (fill) fills.set(name, fill)
    if (defaultValue) defaults.set(name, valueFromASTUntyped(defaultValue))
  }
  if (fills.size === 0 && defaults.size === 0) return (variables) => variables
  return (variables) => {
    const filled = { ...variables }
    for (const [name, value] of defaults)
      if (!Object.hasOwn(filled, name) || filled[name] === undefined) filled[name] = value
    for (const [name, fill] of fills)
      if (Object.hasOwn(filled, name) && filled[name] != null) filled[name] = fill(filled[name])
    return filled
  }
}

function fillOf(type: GraphQLInputType, known: Map<GraphQLInputType, Fill | undefined>): Fill | undefined {
  const nullable = getNullableType(type)
  if (isListType(nullable)) {
    const fill = fillOf(nullable.ofType as GraphQLInputType, known)
    return (
      fill &&
      ((value) =>
        Array.isArray(value) ? value.map((item: unknown) => (item == null ? item : fill(item))) : fill(value))
    )
  }
  if (!isInputObjectType(nullable)) return undefined
  if (known.has(nullable)) return known.get(nullable)
  const fields = Object.values(nullable.getFields())
  const inner = new Map<string, Fill>()
  const fill: Fill = (value) => {
    if (typeof value !== 'object' || value === null) return value
    const filled: Record<string, unknown> = { ...value }
    for (const { name, defaultValue } of fields)
      if (filled[name] === undefined && defaultValue !== undefined) filled[name] = defaultValue
    for (const [name, fillField] of inner) if (filled[name] != null) filled[name] = fillField(filled[name])
    return filled
  }
  // Known before its fields are looked at: an input type may contain itself.
  known.set(nullable, fill)
  for (const field of fields) {
    const fillField = fillOf(field.type, known)
    if (fillField) inner.set(field.name, fillField)
  }
  return fill
}
