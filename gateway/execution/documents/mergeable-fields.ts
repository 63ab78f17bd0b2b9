import {
  getNamedType,
  GraphQLError,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  print,
  typeFromAST,
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValidationContext,
  type ValueNode,
} from 'graphql'

import { fieldOf } from '../../../platform/graphql/selection/collect-fields.ts'
import { fragmentOf, fragmentsOf, type Fragments } from '../../../platform/graphql/selection/fragments.ts'

/** A field where a selection has it. */
interface Selected {
  readonly node: FieldNode
  readonly parent: GraphQLNamedType | undefined
  readonly type: GraphQLOutputType | undefined
  /** The same for the same node. */
  readonly number: number
}

/** Fields that stand under one name at one place of the response. */
type Group = readonly [Selected, ...Selected[]]

/**
 * The rule "Field Selection Merging" of the GraphQL specification. The library's own rule compares every pair of fields
 * with the same name, and takes seconds for a page of repeated fields. This one compares each with the first of its
 * group only: all fields of a group must have the same shape, those that can be on one object must be the same field
 * with the same arguments, and both hold again for their merged selections. Its time grows with the fields of the
 * response. It starts from operations: other rules refuse unused fragments and cycles of fragments.
 */
export function FieldsCanBeMergedRule(context: ValidationContext): ASTVisitor {
  const document = context.getDocument()
  let isCyclic: boolean | undefined
  return {
    OperationDefinition({ operation, selectionSet }) {
      isCyclic ??= hasFragmentCycle(document)
      if (isCyclic) return false
      const root = context.getSchema().getRootType(operation) ?? undefined
      new Merging(context, document).check(selectionSet, root)
      return false
    },
  }
}

class Merging {
  readonly #schema: GraphQLSchema
  readonly #fragments: Fragments
  readonly #numbers = new Map<FieldNode, number>()
  readonly #signatures = new Map<FieldNode, string>()
  /** Groups that were compared already; the same ones stand wherever a fragment is used. */
  readonly #alike = new Set<string>()
  readonly #same = new Set<string>()

  constructor(
    private readonly context: ValidationContext,
    document: DocumentNode,
  ) {
    this.#schema = context.getSchema()
    this.#fragments = fragmentsOf(document)
  }

  check(selectionSet: SelectionSetNode, parent: GraphQLNamedType | undefined): void {
    const groups = this.#groupsOf([{ selectionSet, parent }])
    this.#checkAlike(groups)
    this.#checkSame(groups)
  }

  /** All fields with the same response name must have the same shape, whatever object they are on. */
  #checkAlike(groups: readonly Group[]): void {
    for (const group of groups) {
      if (!addNew(this.#alike, group)) continue
      const first = group.find(({ type }) => type)
      const other = first && group.find(({ type }) => type && first.type && !isAlike(first.type, type))
      if (other)
        this.#report(first, other, `they return conflicting types "${String(first.type)}" and "${String(other.type)}"`)
      else this.#checkAlike(this.#groupsWithin(group))
    }
  }

  /** Fields with the same response name that can be on one object must be the same field with the same arguments. */
  #checkSame(groups: readonly Group[]): void {
    for (const group of groups.flatMap(byObject)) {
      if (!addNew(this.#same, group)) continue
      const [first, ...others] = group
      const other = others.find(({ node }) => this.#signatureOf(node) !== this.#signatureOf(first.node))
      if (!other) this.#checkSame(this.#groupsWithin(group))
      else if (first.node.name.value === other.node.name.value)
        this.#report(first, other, 'they have differing arguments')
      else this.#report(first, other, `"${first.node.name.value}" and "${other.node.name.value}" are different fields`)
    }
  }

  #report({ node }: Selected, other: Selected, reason: string): void {
    const name = (node.alias ?? node.name).value
    this.context.reportError(
      new GraphQLError(
        `Fields "${name}" conflict because ${reason}. Use different aliases on the fields to fetch both if this was intentional.`,
        { nodes: [node, other.node] },
      ),
    )
  }

  /** The merged selection set of the fields of a group. */
  #groupsWithin(group: Group): Group[] {
    return this.#groupsOf(
      group.flatMap(({ node: { selectionSet }, type }) =>
        selectionSet ? [{ selectionSet, parent: type && getNamedType(type) }] : [],
      ),
    )
  }

  #groupsOf(places: readonly TypedSelectionSet[]): Group[] {
    const groups = new Map<string, [Selected, ...Selected[]]>()
    const spread = new Set<string>()
    const pending = [...places].reverse()
    for (let place = pending.pop(); place; place = pending.pop()) {
      const { parent } = place
      const within: TypedSelectionSet[] = []
      for (const selection of place.selectionSet.selections) {
        if (selection.kind === Kind.FIELD) {
          const name = (selection.alias ?? selection.name).value
          const selected = this.#selected(selection, parent)
          const group = groups.get(name)
          if (group) group.push(selected)
          else groups.set(name, [selected])
          continue
        }
        const fragment = fragmentOf(selection, this.#fragments)
        if (!fragment) continue
        if (selection.kind === Kind.FRAGMENT_SPREAD) {
          if (spread.has(selection.name.value)) continue
          spread.add(selection.name.value)
        }
        const { typeCondition, selectionSet } = fragment
        within.push({ selectionSet, parent: typeCondition ? typeFromAST(this.#schema, typeCondition) : parent })
      }
      pending.push(...within.reverse())
    }
    return [...groups.values()]
  }

  #selected(node: FieldNode, parent: GraphQLNamedType | undefined): Selected {
    let number = this.#numbers.get(node)
    if (number === undefined) this.#numbers.set(node, (number = this.#numbers.size))
    const name = node.name.value
    // Like the library, which allows `__typename` to share its name with values of any type on other objects.
    const type = name === '__typename' ? undefined : fieldOf(this.#schema, parent, name)?.type
    return { node, parent, type, number }
  }

  /** Compares equal for the same field with the same arguments in any order. */
  #signatureOf(node: FieldNode): string {
    let signature = this.#signatures.get(node)
    if (signature === undefined) {
      const given = (node.arguments ?? []).map(({ name, value }) => `${name.value}:${print(sorted(value))}`)
      this.#signatures.set(node, (signature = [node.name.value, ...given.sort()].join('\n')))
    }
    return signature
  }
}

/** A selection set and the type that it is on. */
interface TypedSelectionSet {
  readonly selectionSet: SelectionSetNode
  readonly parent: GraphQLNamedType | undefined
}

/** Splits a group by the objects that its fields can be on; those of an interface or union can be on any of them. */
function byObject(group: Group): Group[] {
  const objects = new Set(group.flatMap(({ parent }) => (isObjectType(parent) ? [parent] : [])))
  if (objects.size < 2) return [group]
  return [...objects].map(
    (object) => group.filter(({ parent }) => parent === object || !isObjectType(parent)) as unknown as Group,
  )
}

/** Notes a group; false when it was noted before. */
function addNew(known: Set<string>, group: Group): boolean {
  const key = group.map(({ number }) => number).join()
  return known.size !== known.add(key).size
}

function isAlike(one: GraphQLOutputType, other: GraphQLOutputType): boolean {
  if (isListType(one) || isListType(other))
    return isListType(one) && isListType(other) && isAlike(one.ofType, other.ofType)
  if (isNonNullType(one) || isNonNullType(other))
    return isNonNullType(one) && isNonNullType(other) && isAlike(one.ofType, other.ofType)
  return isLeafType(one) || isLeafType(other) ? one === other : true
}

/** A value with the fields of its objects in one order. */
function sorted(value: ValueNode): ValueNode {
  if (value.kind === Kind.LIST) return { ...value, values: value.values.map(sorted) }
  if (value.kind !== Kind.OBJECT) return value
  const fields = value.fields.map((field) => ({ ...field, value: sorted(field.value) }))
  return { ...value, fields: fields.sort((a, b) => (a.name.value < b.name.value ? -1 : 1)) }
}

function hasFragmentCycle(document: DocumentNode): boolean {
  const fragments = Object.entries(fragmentsOf(document))
  const spreads = new Map(fragments.map(([name, { selectionSet }]) => [name, spreadsIn(selectionSet)]))
  const done = new Set<string>()
  const open = new Set<string>()
  const isOnCycle = (name: string): boolean => {
    if (open.has(name)) return true
    if (done.has(name)) return false
    open.add(name)
    const found = (spreads.get(name) ?? []).some(isOnCycle)
    open.delete(name)
    done.add(name)
    return found
  }
  return [...spreads.keys()].some(isOnCycle)
}

function spreadsIn(selectionSet: SelectionSetNode): string[] {
  const names = new Set<string>()
  const pending = [selectionSet]
  for (let next = pending.pop(); next; next = pending.pop())
    for (const selection of next.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) names.add(selection.name.value)
      else if (selection.selectionSet) pending.push(selection.selectionSet)
    }
  return [...names]
}
