import {
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  OperationTypeNode,
  valueFromASTUntyped,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { fieldOf } from '../../../platform/graphql/selection/collect-fields.ts'
import type { Variables } from '../../../platform/graphql/selection/conditions.ts'
import type { Fragments } from '../../../platform/graphql/selection/fragments.ts'
import { daysBetween, isLocalDate } from '../../../platform/values/clock.ts'

/** A cost: a number, or one that depends on the variables. */
type Cost = number | ((variables: Variables) => number)

interface ListSize {
  readonly assumedSize?: number | null
  readonly slicingArguments?: readonly string[] | null
  /** Paths to the first and the last day, where the list has an item a day. */
  readonly range?: readonly string[] | null
  readonly sizedFields?: readonly string[] | null
  /** The cost of each item, whether or not it is selected. */
  readonly itemWeight?: number | null
}

/** How many items a list without `@listSize` is taken to have. */
const defaultListSize = 10
const mutationWeight = 10

/** Objects of introspection come from memory. */
const introspectionWeight = 0.1

/**
 * Computes what an operation costs before it runs, from the directives `@cost` and `@listSize` of the contracts
 * (Apollo's demand control): an object costs 1, one of introspection a tenth, a value 0, a field of a mutation 10, a
 * list its items times its length. The length is the requested one, or else the usual one that the contract assumes;
 * for a list of introspection it is the schema's average.
 */
export class CostModel {
  readonly #schema: GraphQLSchema
  readonly #introspectionSizes: ReadonlyMap<string, number>

  /** Takes the supergraph's own schema, for the client's schema has lost its directives. */
  constructor(supergraphSchema: GraphQLSchema) {
    this.#schema = supergraphSchema
    this.#introspectionSizes = introspectionSizes(supergraphSchema)
  }

  /** Prepares the cost of one operation of a valid document; parts that depend on no variable are added up now. */
  of(operation: OperationDefinitionNode, fragments: Fragments): (variables: Variables) => number {
    const root = this.#schema.getRootType(operation.operation)
    if (!root) return () => 0
    const defaults: Record<string, unknown> = {}
    for (const { variable, defaultValue } of operation.variableDefinitions ?? [])
      if (defaultValue) defaults[variable.name.value] = valueFromASTUntyped(defaultValue)
    const cost = this.#selections(operation.selectionSet, root, undefined, {
      fragments,
      known: new Map(),
      isMutation: operation.operation === OperationTypeNode.MUTATION,
    })
    if (typeof cost === 'number') {
      const fixed = whole(cost)
      return () => fixed
    }
    return (variables) => whole(cost({ ...defaults, ...variables }))
  }

  #selections({ selections }: SelectionSetNode, parent: GraphQLNamedType, sized: Sized | undefined, walk: Walk): Cost {
    return sum(
      selections.map((selection): Cost => {
        if (selection.kind === Kind.FIELD) return this.#field(selection, parent, sized, walk)
        if (selection.kind === Kind.INLINE_FRAGMENT) {
          const type = selection.typeCondition ? this.#schema.getType(selection.typeCondition.name.value) : parent
          return type ? this.#selections(selection.selectionSet, type, sized, walk) : 0
        }
        return this.#fragment(selection.name.value, sized, walk)
      }),
    )
  }

  /** A fragment is computed once for each list it is in, so that nested fragments do not multiply the work. */
  #fragment(name: string, sized: Sized | undefined, walk: Walk): Cost {
    let known = walk.known.get(sized)
    if (!known) walk.known.set(sized, (known = new Map<string, Cost>()))
    const cost = known.get(name)
    if (cost !== undefined) return cost
    const fragment = walk.fragments[name]
    const type = fragment && this.#schema.getType(fragment.typeCondition.name.value)
    const computed = type ? this.#selections(fragment.selectionSet, type, sized, walk) : 0
    known.set(name, computed)
    return computed
  }

  #field(node: FieldNode, parent: GraphQLNamedType, sized: Sized | undefined, walk: Walk): Cost {
    const field = fieldOf(this.#schema, parent, node.name.value)
    if (!field) return 0
    const type = getNamedType(field.type)
    const listSize = this.#listSize(field)
    const size = listSize ? sizeOf(listSize, field, node) : undefined
    const inner: Sized | undefined =
      size !== undefined && listSize?.sizedFields ? { names: listSize.sizedFields, size } : undefined
    const children = node.selectionSet ? this.#selections(node.selectionSet, type, inner, walk) : 0
    const items = size !== undefined && listSize?.itemWeight ? times(size, listSize.itemWeight) : 0
    const one = sum([this.#weight(field, type, parent, walk), items, children])
    const introspected = this.#introspectionSizes.get(`${parent.name}.${field.name}`)
    if (introspected !== undefined) return times(introspected, one)
    if (!isListType(getNullableType(field.type))) return one
    if (sized?.names.includes(field.name)) return times(sized.size, one)
    return times(size ?? defaultListSize, one)
  }

  #weight(field: GraphQLField<unknown, unknown>, type: GraphQLNamedType, parent: GraphQLNamedType, walk: Walk): number {
    const directive = this.#schema.getDirective('cost')
    for (const node of [field.astNode, isObjectType(type) ? type.astNode : undefined]) {
      const declared: unknown = directive && node ? getDirectiveValues(directive, node)?.weight : undefined
      if (typeof declared === 'number') return declared
    }
    if (walk.isMutation && parent === this.#schema.getMutationType()) return mutationWeight
    if (!isCompositeType(type)) return 0
    return isIntrospectionType(type) ? introspectionWeight : 1
  }

  #listSize(field: GraphQLField<unknown, unknown>): ListSize | undefined {
    if (!field.astNode) return undefined
    const listSize = this.#schema.getDirective('listSize')
    const declared = listSize && getDirectiveValues(listSize, field.astNode)
    if (declared) return declared
    const inputSize = this.#schema.getDirective('inputSize')
    const { paths, ...sizes } = (inputSize && getDirectiveValues(inputSize, field.astNode)) ?? {}
    return paths === undefined ? undefined : { ...sizes, slicingArguments: paths as string[] }
  }
}

/** The lists inside a connection whose length was requested one level above, such as `nodes`. */
interface Sized {
  readonly names: readonly string[]
  readonly size: Cost
}

interface Walk {
  readonly fragments: Fragments
  readonly known: Map<Sized | undefined, Map<string, Cost>>
  readonly isMutation: boolean
}

/**
 * How long the lists of introspection are on average over all types, fields and directives, so that a query of the whole
 * schema is priced by what it returns; and how often a type has an `ofType`.
 */
function introspectionSizes(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const types = Object.values(schema.getTypeMap())
  const fields = types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [],
  )
  const directives = schema.getDirectives()
  const perType = (lengthOf: (type: GraphQLNamedType) => number): number => mean(types.map(lengthOf))
  return new Map([
    ['__Schema.types', types.length],
    ['__Schema.directives', directives.length],
    ['__Type.fields', fields.length / types.length],
    ['__Type.inputFields', perType((type) => (isInputObjectType(type) ? Object.keys(type.getFields()).length : 0))],
    ['__Type.enumValues', perType((type) => (isEnumType(type) ? type.getValues().length : 0))],
    [
      '__Type.interfaces',
      perType((type) => (isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().length : 0)),
    ],
    ['__Type.possibleTypes', perType((type) => (isAbstractType(type) ? schema.getPossibleTypes(type).length : 0))],
    // `[Cenote!]!` has three and `String` none; few types have more than one.
    ['__Type.ofType', 0.5],
    ['__Field.args', mean(fields.map(({ args }) => args.length))],
    ['__Directive.args', mean(directives.map(({ args }) => args.length))],
  ])
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length

/** Rounds up, but not what a sum of fractions is off by. */
const whole = (cost: number): number => Math.ceil(cost - 1e-6)

/**
 * The largest of the given slicing arguments; otherwise their default, otherwise the length that the contract assumes.
 * A name with a dot, such as `input.days`, is a field of an input object: given without a number it has the assumed
 * length, and an input object with none of them requests one item.
 */
function sizeOf(listSize: ListSize, field: GraphQLField<unknown, unknown>, node: FieldNode): Cost {
  const assumed = listSize.assumedSize ?? defaultListSize
  const given = (listSize.slicingArguments ?? []).flatMap((path) => {
    const [name = '', ...inner] = path.split('.')
    const fallback = number(field.args.find((argument) => argument.name === name)?.defaultValue) ?? assumed
    return givenSize(node, name, (value) => {
      const found = within(value, inner)
      return number(found) ?? (inner.length > 0 && found == null ? 1 : fallback)
    })
  })
  if (listSize.range) {
    const [[name = '', ...first] = [], [, ...last] = []] = listSize.range.map((path) => path.split('.'))
    given.push(...givenSize(node, name, (value) => dayCount(within(value, first), within(value, last), assumed)))
  }
  if (given.length > 0) return maxOf(given)
  const defaults = field.args
    .filter(({ name }) => listSize.slicingArguments?.includes(name))
    .flatMap(({ defaultValue }) => number(defaultValue) ?? [])
  return defaults.length > 0 ? Math.max(...defaults) : assumed
}

/** The size that an argument gives, in a list that is empty without it. */
function givenSize(node: FieldNode, name: string, sizeFor: (value: unknown) => number): Cost[] {
  const value = node.arguments?.find((argument) => argument.name.value === name)?.value
  if (!value) return []
  const size = (variables: Variables): number => sizeFor(valueFromASTUntyped(value, variables))
  return [usesVariables(value) ? size : size({})]
}

/** How many days a range has: one without a last day, and the assumed number, which is the maximum, where they are no dates. */
function dayCount(first: unknown, last: unknown, assumed: number): number {
  if (last == null) return 1
  if (typeof first !== 'string' || typeof last !== 'string' || !isLocalDate(first) || !isLocalDate(last)) return assumed
  return Math.min(Math.max(daysBetween(first, last) + 1, 1), assumed)
}

/** The value at a path of names in an input object. */
const within = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (object, name) =>
      typeof object === 'object' && object !== null && Object.hasOwn(object, name)
        ? (object as Record<string, unknown>)[name]
        : undefined,
    value,
  )

function usesVariables(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true
  if (value.kind === Kind.OBJECT) return value.fields.some((field) => usesVariables(field.value))
  return value.kind === Kind.LIST && value.values.some(usesVariables)
}

const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(value, 0) : undefined

const valueOf = (cost: Cost, variables: Variables): number => (typeof cost === 'number' ? cost : cost(variables))

function sum(costs: readonly Cost[]): Cost {
  let fixed = 0
  const open: ((variables: Variables) => number)[] = []
  for (const cost of costs) {
    if (typeof cost === 'number') fixed += cost
    else open.push(cost)
  }
  if (open.length === 0) return fixed
  return (variables) => open.reduce((total, cost) => total + cost(variables), fixed)
}

function times(size: Cost, one: Cost): Cost {
  if (typeof size === 'number' && typeof one === 'number') return size * one
  return (variables) => valueOf(size, variables) * valueOf(one, variables)
}

function maxOf(sizes: readonly Cost[]): Cost {
  if (sizes.every((size) => typeof size === 'number')) return Math.max(...sizes)
  return (variables) => Math.max(...sizes.map((size) => valueOf(size, variables)))
}
