import {
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { isIncluded, type Variables } from './conditions.ts'
import { fragmentOf, type Fragments } from './fragments.ts'

/** A field of an object as an operation selects it: everything that is selected under one response key. */
export interface SelectedField {
  readonly responseKey: string
  /** Undefined for a field that the type does not have. */
  readonly definition: GraphQLField<unknown, unknown> | undefined
  readonly nodes: readonly [FieldNode, ...FieldNode[]]
}

/** The values that decide which fields are selected. */
export interface SelectionContext {
  readonly schema: GraphQLSchema
  readonly fragments: Fragments
  readonly variables: Variables
}

/**
 * The fields that an object of a type gets, in the order of the response: `CollectFields()` of the specification, with
 * fragments resolved, conditions decided and repeated fields merged. An interface gets the fields that any object of it
 * has.
 */
export function collectFields(
  context: SelectionContext,
  type: GraphQLCompositeType,
  selectionSets: readonly SelectionSetNode[],
): SelectedField[] {
  const { schema, fragments, variables } = context
  const nodesByKey = new Map<string, [FieldNode, ...FieldNode[]]>()
  const visited = new Set<string>()
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (!isIncluded(selection, variables)) continue
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value
        const nodes = nodesByKey.get(key)
        if (nodes) nodes.push(selection)
        else nodesByKey.set(key, [selection])
        continue
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        if (visited.has(selection.name.value)) continue
        visited.add(selection.name.value)
      }
      const fragment = fragmentOf(selection, fragments)
      if (fragment && applies(schema, fragment.typeCondition?.name.value, type)) collect(fragment.selectionSet)
    }
  }
  selectionSets.forEach(collect)
  return [...nodesByKey].map(([responseKey, nodes]) => ({
    responseKey,
    definition: fieldOf(schema, type, nodes[0].name.value),
    nodes,
  }))
}

/** Whether a fragment's type condition holds for every object of a type. */
function applies(schema: GraphQLSchema, condition: string | undefined, type: GraphQLCompositeType): boolean {
  if (condition === undefined || condition === type.name) return true
  const wanted = schema.getType(condition)
  return isAbstractType(wanted) && (isObjectType(type) || isInterfaceType(type)) && schema.isSubType(wanted, type)
}

/** A field of a type, the introspection fields included; undefined when it has none of this name. */
export function fieldOf(
  schema: GraphQLSchema,
  parent: GraphQLNamedType | undefined,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
  if (parent !== undefined && parent === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
  }
  const fields = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields() : {}
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}
