import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isRequiredArgument,
  Kind,
  parse,
  valueFromASTUntyped,
  visit,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { nestedArguments } from './arguments.ts'

/** How deep selections are below a root field. */
export const maxDepth = 4

/** The schema that clients of a product see, and the fields of it that need scopes. */
export interface RecordedSchema {
  readonly schema: GraphQLSchema
  /** The lists of scopes of which a key must have one, by coordinate. */
  readonly scopes: ReadonlyMap<string, readonly (readonly string[])[]>
}

interface Selected {
  readonly operation: string
  /** Arguments of the root field, as GraphQL text. */
  readonly inputs: string
  readonly granted: readonly string[]
  readonly depth?: number
}

/** The scopes that each field of a composed graph needs, which introspection does not show. */
export function scopesIn(supergraph: string): RecordedSchema['scopes'] {
  const scopes = new Map<string, string[][]>()
  visit(parse(supergraph), {
    [Kind.OBJECT_TYPE_DEFINITION]: ({ name, fields = [] }) => {
      for (const field of fields) {
        const given = field.directives?.find((one) => one.name.value === 'requiresScopes')?.arguments?.[0]
        if (given) scopes.set(`${name.value}.${field.name.value}`, valueFromASTUntyped(given.value) as string[][])
      }
      return false
    },
  })
  return scopes
}

/**
 * A document that selects one root field with all fields below it that a key with these scopes may read, down to a depth.
 * A type is not selected within itself. What is selected several times is a fragment: documents have a limit.
 */
export function documentOf(
  { schema, scopes }: RecordedSchema,
  field: GraphQLField<unknown, unknown>,
  { operation, inputs, granted, depth = maxDepth }: Selected,
): string {
  const fragments = new Map<string, string>()
  const mayRead = (coordinate: string): boolean =>
    scopes.get(coordinate)?.some((all) => all.every((scope) => granted.includes(scope))) ?? true

  function selectAll(type: GraphQLCompositeType, depth: number, path: readonly GraphQLCompositeType[]): string {
    if (!isAbstractType(type)) return inFragment(type, `{ __typename ${fieldsOf(type, depth, path).join(' ')} }`)
    const possible = schema.getPossibleTypes(type)
    const parts = possible.map((one) => `... on ${one.name} { ${fieldsOf(one, depth, path, possible).join(' ')} }`)
    return `{ __typename ${parts.join(' ')} }`
  }

  /** One whose type differs from that of a sibling in the same union gets an alias. */
  function fieldsOf(
    object: GraphQLObjectType,
    depth: number,
    path: readonly GraphQLCompositeType[],
    siblings: readonly GraphQLObjectType[] = [],
  ): string[] {
    return Object.values(object.getFields()).flatMap(({ name, type, args }) => {
      const given = nestedArguments[`${object.name}.${name}`]
      if ((given === undefined && args.some(isRequiredArgument)) || !mayRead(`${object.name}.${name}`)) return []
      const named = getNamedType(type)
      if (isCompositeType(named) && (depth === 1 || [...path, object].includes(named))) return []
      const inner = isCompositeType(named) ? ` ${selectAll(named, depth - 1, [...path, object])}` : ''
      const differs = siblings.some((one) => String(one.getFields()[name]?.type ?? type) !== String(type))
      return [`${differs ? `${object.name}_${name}: ` : ''}${name}${given ?? ''}${inner}`]
    })
  }

  function inFragment(type: GraphQLObjectType, selection: string): string {
    const definition = `on ${type.name} ${selection}`
    const name = fragments.get(definition) ?? `F${fragments.size + 1}`
    fragments.set(definition, name)
    return `{ ...${name} }`
  }

  const type = getNamedType(field.type)
  const selection = isCompositeType(type) ? selectAll(type, depth, []) : ''
  const definitions = [...fragments].map(([definition, name]) => `fragment ${name} ${definition}`)
  return [`${operation} { ${field.name}${inputs} ${selection} }`, ...definitions].join('\n')
}

/** Fields below the roots that need arguments which the table does not have. */
export const fieldsWithoutArguments = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap()).flatMap((type) =>
    'getFields' in type && isCompositeType(type) && !/^(Query|Mutation|Subscription|__.*)$/.test(type.name)
      ? Object.values(type.getFields())
          .filter(({ name, args }) => args.some(isRequiredArgument) && !nestedArguments[`${type.name}.${name}`])
          .map(({ name }) => `${type.name}.${name}`)
      : [],
  )
