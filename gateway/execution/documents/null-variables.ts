import {
  GraphQLError,
  isNonNullType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
  type VariableNode,
} from 'graphql'
import { conditionsOf, isExcludedBy, type Variables } from '../../../platform/graphql/selection/conditions.ts'
import { fragmentsOf, type Fragments } from '../../../platform/graphql/selection/fragments.ts'

/**
 * Finds variables that are null where null is not allowed. Validation accepts a nullable variable in a non-null
 * position when either has a default value; an explicit null would only fail during execution.
 */
export function nullVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): (variables: Variables) => GraphQLError[] {
  const positions = nonNullPositions(schema, document, operation)
  if (positions.size === 0) return () => []
  const names = new Set([...positions.keys()].map(({ name }) => name.value))
  const fragments = fragmentsOf(document)
  return (variables) => {
    if (![...names].some((name) => isNull(variables, name))) return []
    const errors = new Map<string, GraphQLError>()
    for (const node of selectedVariables(operation.selectionSet, fragments, variables)) {
      const name = node.name.value
      const type = positions.get(node)
      if (type && isNull(variables, name) && !errors.has(name))
        errors.set(
          name,
          new GraphQLError(`Variable "$${name}" is null, but "${type}" is required where it is used.`, { nodes: node }),
        )
    }
    return [...errors.values()]
  }
}

const isNull = (variables: Variables, name: string): boolean =>
  Object.hasOwn(variables, name) && variables[name] === null

/** The uses of the operation's nullable variables where a non-null type is expected, with that type. */
function nonNullPositions(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variableDefinitions = [] }: OperationDefinitionNode,
): ReadonlyMap<VariableNode, string> {
  const positions = new Map<VariableNode, string>()
  const nullable = new Set(
    variableDefinitions
      .filter(({ type }) => type.kind !== Kind.NON_NULL_TYPE)
      .map(({ variable }) => variable.name.value),
  )
  if (nullable.size === 0) return positions
  const typeInfo = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      VariableDefinition: () => false,
      Variable(node) {
        const type = typeInfo.getInputType()
        if (nullable.has(node.name.value) && isNonNullType(type)) positions.set(node, String(type))
      },
    }),
  )
  return positions
}

/** Every use of a variable in what `@skip` and `@include` leave in; each fragment is visited once. */
function* selectedVariables(
  selectionSet: SelectionSetNode,
  fragments: Fragments,
  variables: Variables,
  visited = new Set<string>(),
): Generator<VariableNode> {
  for (const selection of selectionSet.selections) {
    const conditions = conditionsOf(selection)
    let isExcluded = false
    for (const condition of conditions) {
      yield* variablesIn(condition.directive)
      if ((isExcluded = isExcludedBy(condition, variables))) break
    }
    if (isExcluded) continue
    for (const directive of selection.directives ?? [])
      if (!conditions.some((condition) => condition.directive === directive)) yield* variablesIn(directive)
    if (selection.kind === Kind.FIELD) yield* variablesIn(selection)
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const name = selection.name.value
      const fragment = fragments[name]
      if (!fragment || visited.has(name)) continue
      visited.add(name)
      yield* selectedVariables(fragment.selectionSet, fragments, variables, visited)
    } else if (selection.selectionSet) {
      yield* selectedVariables(selection.selectionSet, fragments, variables, visited)
    }
  }
}

function* variablesIn(node: {
  readonly arguments?: readonly { readonly value: ValueNode }[] | undefined
}): Generator<VariableNode> {
  const pending = (node.arguments ?? []).map(({ value }) => value)
  for (let value = pending.pop(); value; value = pending.pop()) {
    if (value.kind === Kind.VARIABLE) yield value
    if (value.kind === Kind.LIST) pending.push(...value.values)
    if (value.kind === Kind.OBJECT) pending.push(...value.fields.map((field) => field.value))
  }
}
