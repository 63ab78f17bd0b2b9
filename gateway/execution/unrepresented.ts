import type { FetchNode, PlanNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  print,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { SubgraphFields } from '../supergraph/subgraph-fields.ts'

interface Graph {
  readonly schema: GraphQLSchema
  readonly subgraphFields: SubgraphFields
}

/**
 * A plan without the fields that it requests of a subgraph that does not resolve them, or without what they require
 * there: the planner does so where a required field requires something in turn. The same plan when there is none.
 */
export function withoutUnrepresented(node: PlanNode, graph: Graph): PlanNode {
  switch (node.kind) {
    case 'Sequence':
    case 'Parallel': {
      const nodes = node.nodes.map((inner) => withoutUnrepresented(inner, graph))
      return nodes.some((inner, index) => inner !== node.nodes[index]) ? { ...node, nodes } : node
    }
    case 'Flatten': {
      const inner = withoutUnrepresented(node.node, graph)
      return inner === node.node ? node : { ...node, node: inner as typeof node.node }
    }
    case 'Fetch':
      return represented(node, graph)
    default:
      return node
  }
}

function represented(node: FetchNode, { schema, subgraphFields }: Graph): FetchNode {
  const given = namesIn(node.requires ?? [])
  let hasOmitted = false
  const isMissing = (typeName: string, name: string, isEntity: boolean): boolean => {
    const required = subgraphFields.required(node.serviceName, typeName, name)
    if (required.some((one) => !isEntity || !given.has(one))) return true
    return subgraphFields.isForeign(node.serviceName, typeName, name)
  }
  const within = (selectionSet: SelectionSetNode, owner: string, isEntity: boolean): SelectionSetNode => {
    const selections = selectionSet.selections.flatMap((selection): SelectionNode[] => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return [selection]
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value ?? owner
        return [{ ...selection, selectionSet: within(selection.selectionSet, condition, isEntity) }]
      }
      const name = selection.name.value
      if (isMissing(owner, name, isEntity)) {
        hasOmitted = true
        return []
      }
      if (!selection.selectionSet) return [selection]
      const type = schema.getType(owner)
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
      const inner = field ? getNamedType(field.type).name : owner
      return [{ ...selection, selectionSet: within(selection.selectionSet, inner, name === '_entities') }]
    })
    return { ...selectionSet, selections: selections.length > 0 ? selections : [typenameField] }
  }
  const document = parse(node.operation, { noLocation: true })
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? {
          ...definition,
          selectionSet: within(definition.selectionSet, schema.getRootType(definition.operation)?.name ?? '', false),
        }
      : definition,
  )
  return hasOmitted ? { ...node, operation: print({ ...document, definitions }) } : node
}

const typenameField: SelectionNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }

/** Names of the fields that are required of an object, whatever its type. */
function namesIn(selections: readonly QueryPlanSelectionNode[]): ReadonlySet<string> {
  return new Set(
    selections.flatMap((selection) =>
      selection.kind === 'InlineFragment' ? [...namesIn(selection.selections)] : [selection.name],
    ),
  )
}
