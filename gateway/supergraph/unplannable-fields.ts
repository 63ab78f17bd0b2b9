import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'

/**
 * Fields whose requirements the planner gets wrong: they require a field with arguments, or one that requires something
 * in turn. An open gateway rewrites such a supergraph (packages/open-gateway/README.md#how-it-is-made).
 */
export function unplannableFields(schema: GraphQLSchema): string[] {
  const isPlannable = ({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined): boolean =>
    selections.every((selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return true
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const { typeCondition, selectionSet } = selection
        return isPlannable(selectionSet, typeCondition ? schema.getType(typeCondition.name.value) : type)
      }
      const fields = fieldsOf(schema, type, selection.name.value)
      return (
        (selection.arguments ?? []).length === 0 &&
        fields.every((field) => requirementsOf(field).length === 0) &&
        (!selection.selectionSet ||
          fields.every((field) => isPlannable(selection.selectionSet as SelectionSetNode, getNamedType(field.type))))
      )
    })
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields())
          .filter((field) => !requirementsOf(field).every((selectionSet) => isPlannable(selectionSet, type)))
          .map((field) => `${type.name}.${field.name}`)
      : [],
  )
}

type Field = GraphQLField<unknown, unknown>

/** A field of a type, of its interfaces and of the types that implement it. */
function fieldsOf(schema: GraphQLSchema, type: GraphQLNamedType | undefined, name: string): Field[] {
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  const implementations = isInterfaceType(type) ? schema.getPossibleTypes(type) : []
  return [type, ...type.getInterfaces(), ...implementations].flatMap((one) => one.getFields()[name] ?? [])
}

/** The fields that a field requires of other subgraphs, in each subgraph that resolves it. */
const requirementsOf = ({ astNode }: Field): SelectionSetNode[] =>
  (astNode?.directives ?? []).flatMap((directive) => {
    const requires = directive.arguments?.find(({ name }) => name.value === 'requires')?.value
    if (directive.name.value !== 'join__field' || requires?.kind !== Kind.STRING) return []
    const [definition] = parse(`{ ${requires.value} }`, { noLocation: true }).definitions
    return definition?.kind === Kind.OPERATION_DEFINITION ? [definition.selectionSet] : []
  })
