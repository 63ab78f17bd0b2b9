import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Operation, Values } from './run.ts'

/** A field of an object type as an operation selects it, the same field of several fragments once. */
export interface SelectedField {
  /** Its name in the response. */
  readonly key: string
  readonly definition: GraphQLField<unknown, unknown>
  readonly nodes: readonly [FieldNode, ...FieldNode[]]
}

/** The fields that an object of a type gets, in the order of the response; conditions are decided by the variables. */
export function selectedFields(
  operation: Operation,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
  variables: Values,
): SelectedField[] {
  const found = new Map<string, [FieldNode, ...FieldNode[]]>()
  const visited = new Set<string>()
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (!isIncluded(selection, variables)) continue
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value
        const nodes = found.get(key)
        if (nodes) nodes.push(selection)
        else found.set(key, [selection])
        continue
      }
      const fragment = fragmentOf(selection, operation.fragments, visited)
      const condition = fragment?.typeCondition?.name.value
      if (fragment && (condition === undefined || applies(operation.schema, condition, type)))
        collect(fragment.selectionSet)
    }
  }
  selectionSets.forEach(collect)
  return [...found].flatMap(([key, nodes]) => {
    const definition = definitionOf(operation.schema, type, nodes[0].name.value)
    return definition ? { key, definition, nodes } : []
  })
}

function isIncluded(selection: SelectionNode, variables: Values): boolean {
  if (!selection.directives?.length) return true
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false
  )
}

function fragmentOf(
  selection: Exclude<SelectionNode, FieldNode>,
  fragments: Operation['fragments'],
  visited: Set<string>,
):
  | (Pick<FragmentDefinitionNode, 'selectionSet'> & {
      typeCondition?: FragmentDefinitionNode['typeCondition'] | undefined
    })
  | undefined {
  if (selection.kind === Kind.INLINE_FRAGMENT) return selection
  const name = selection.name.value
  if (visited.has(name)) return undefined
  visited.add(name)
  return fragments[name]
}

function applies(schema: GraphQLSchema, condition: string, type: GraphQLObjectType): boolean {
  if (condition === type.name) return true
  const wanted = schema.getType(condition)
  return isAbstractType(wanted) && schema.isSubType(wanted, type)
}

function definitionOf(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
  }
  return type.getFields()[name]
}

/** Names of the variables that decide which fields are selected. */
export function conditionVariables(operation: Operation): string[] {
  const names = new Set<string>()
  const look = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      for (const { name, arguments: given = [] } of selection.directives ?? []) {
        if (name.value !== GraphQLSkipDirective.name && name.value !== GraphQLIncludeDirective.name) continue
        for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
      }
      if (selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet) look(selection.selectionSet)
    }
  }
  look(operation.definition.selectionSet)
  for (const { selectionSet } of Object.values(operation.fragments)) look(selectionSet)
  return [...names].sort()
}
