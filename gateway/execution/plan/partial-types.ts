import type { FetchNode, PlanNode } from '@apollo/query-planner'
import {
  isAbstractType,
  Kind,
  parse,
  print,
  type FieldNode,
  type InlineFragmentNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { SubgraphFields } from '../../supergraph/subgraph-fields.ts'
import type { ResponseField, Selection } from './selections.ts'

/**
 * Adds what the planner leaves out of the fetches at the root: where a type that several subgraphs share has a union or
 * an interface with other members in one of them, the planner requests only the members that all of them have. A
 * subgraph is requested its own members as well, with the fields that it resolves alone.
 */
export function withPartialTypes(node: PlanNode, selection: Selection, subgraphFields: SubgraphFields): PlanNode {
  if (!subgraphFields.hasPartialTypes) return node
  const within = (inner: PlanNode): PlanNode => withPartialTypes(inner, selection, subgraphFields)
  switch (node.kind) {
    case 'Sequence':
    case 'Parallel':
      return { ...node, nodes: node.nodes.map(within) }
    case 'Fetch':
      return node.requires ? node : completed(node, selection, subgraphFields)
    default:
      return node
  }
}

function completed(node: FetchNode, selection: Selection, subgraphFields: SubgraphFields): FetchNode {
  const document = parse(node.operation, { noLocation: true })
  const completer = new Completer(node.serviceName, subgraphFields)
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? { ...definition, selectionSet: completer.selectionSet(definition.selectionSet, selection) }
      : definition,
  )
  return completer.hasAdded ? { ...node, operation: print({ ...document, definitions }) } : node
}

class Completer {
  hasAdded = false

  constructor(
    private readonly subgraph: string,
    private readonly subgraphFields: SubgraphFields,
  ) {}

  /** The planned fields, with the members that are missing among them. */
  selectionSet(planned: SelectionSetNode, selection: Selection): SelectionSetNode {
    const { declared } = selection
    const selections = planned.selections.map((one): SelectionNode => {
      if (one.kind === Kind.FRAGMENT_SPREAD) return one
      if (one.kind === Kind.INLINE_FRAGMENT) {
        const typeName = one.typeCondition?.name.value ?? declared.name
        return { ...one, selectionSet: this.#fields(one.selectionSet, selection.fieldsOf(typeName)) }
      }
      return this.#field(one, selection.fieldsOf(declared.name))
    })
    const conditions = new Set(
      planned.selections.flatMap((one) =>
        one.kind === Kind.INLINE_FRAGMENT && one.typeCondition ? [one.typeCondition.name.value] : [],
      ),
    )
    const hasFragments = planned.selections.some(({ kind }) => kind === Kind.FRAGMENT_SPREAD)
    if (!isAbstractType(declared) || hasFragments) return { ...planned, selections }
    const missing = selection.possibleTypes
      .filter(
        (typeName) =>
          !conditions.has(typeName) && this.subgraphFields.hasMember(this.subgraph, declared.name, typeName),
      )
      .flatMap((typeName) => this.#member(typeName, selection))
    return { ...planned, selections: [...selections, ...missing] }
  }

  #fields(planned: SelectionSetNode, fields: readonly ResponseField[]): SelectionSetNode {
    return {
      ...planned,
      selections: planned.selections.map((one) => (one.kind === Kind.FIELD ? this.#field(one, fields) : one)),
    }
  }

  #field(planned: FieldNode, fields: readonly ResponseField[]): FieldNode {
    const key = (planned.alias ?? planned.name).value
    const field = fields.find(({ internalKey }) => internalKey === key)
    const selection = field?.selection
    if (!planned.selectionSet || !selection) return planned
    if (this.subgraphFields.hasOwnType(this.subgraph, field.parentName, field.node.name.value)) return planned
    return { ...planned, selectionSet: this.selectionSet(planned.selectionSet, selection) }
  }

  /** The fields that only this member has, if its subgraph resolves all of them. */
  #member(typeName: string, selection: Selection): InlineFragmentNode[] {
    const common = new Set(selection.fieldsOf(selection.declared.name).map(({ internalKey }) => internalKey))
    const fields = selection.fieldsOf(typeName).filter((field) => !common.has(field.internalKey) && !field.isTypename)
    const resolvable = fields.filter((field) => this.#isResolved(typeName, field))
    if (resolvable.length === 0) return []
    this.hasAdded = true
    return [
      {
        kind: Kind.INLINE_FRAGMENT,
        typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: typeName } },
        selectionSet: { kind: Kind.SELECTION_SET, selections: resolvable.map(plainField) },
      },
    ]
  }

  /** Leaves only: what is within another object may have keys that other fetches need. Variables are not declared here. */
  #isResolved(typeName: string, { node, selection }: ResponseField): boolean {
    if (selection || node.arguments?.some((argument) => print(argument).includes('$'))) return false
    return this.subgraphFields.resolves(this.subgraph, typeName, node.name.value)
  }
}

const plainField = ({ internalKey, node }: ResponseField): FieldNode => ({
  kind: Kind.FIELD,
  name: node.name,
  arguments: node.arguments ?? [],
  ...(internalKey === node.name.value ? {} : { alias: { kind: Kind.NAME, value: internalKey } }),
})
