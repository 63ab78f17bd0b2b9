import {
  getNamedType,
  isUnionType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
} from 'graphql'
import { completingItems, completingObject, settle, type Complete, type CompletedField } from './completion.ts'
import { ResolveInfo } from './resolve-info.ts'
import type { ValuePosition } from './run.ts'

interface Representation {
  readonly __typename: string
}

type ResolveReference = (representation: unknown, context: unknown, info: GraphQLResolveInfo) => unknown

/** The entities of a subgraph, which the gateway asks for by representations of them. */
export interface Entities {
  /** Reads the representations; entities whose type is an interface are left to the library. */
  readonly read: GraphQLFieldResolver<unknown, unknown>
  readonly types: readonly GraphQLObjectType[]
}

/** Representations whose types are known. */
class References {
  constructor(readonly representations: readonly Representation[]) {}
}

/** The entities that a field returns; undefined for another field than the `_entities` of federation. */
export function entitiesOf(
  schema: GraphQLSchema,
  { name, type, resolve }: GraphQLField<unknown, unknown>,
): Entities | undefined {
  const union = getNamedType(type)
  if (name !== '_entities' || union.name !== '_Entity' || !isUnionType(union) || !resolve) return undefined
  const types = schema.getPossibleTypes(union)
  const names = new Set(types.map((one) => one.name))
  return {
    types,
    read(source, args: { readonly representations: readonly Representation[] }, context, info) {
      const { representations } = args
      const areKnown = representations.every(({ __typename }) => names.has(__typename))
      return areKnown ? new References(representations) : (resolve(source, args, context, info) as unknown)
    },
  }
}

/**
 * Completes entities as objects of the types that their representations name. The library finds these types a second
 * time, and makes two promises for each entity on the way.
 */
export function completingEntities(field: CompletedField, { types }: Entities, otherwise: Complete): Complete {
  const nodes = field.nodes
  const item: ValuePosition = { nodes, isNullable: true, typeName: undefined }
  const completions = new Map(types.map((type) => [type.name, completingEntity(field, type, item)]))
  const completeReference: Complete = (representation, container, key, place, run) =>
    completions.get((representation as Representation).__typename)?.(representation, container, key, place, run)
  const completeReferences = completingItems(
    { complete: completeReference, position: item },
    { nodes, isNullable: false, typeName: field.parentType.name },
  )
  return (value, container, key, place, run) =>
    value instanceof References
      ? completeReferences(value.representations, container, key, place, run)
      : otherwise(value, container, key, place, run)
}

function completingEntity(field: CompletedField, type: GraphQLObjectType, position: ValuePosition): Complete {
  const completeObject = completingObject(field, type, position)
  const complete: Complete = (entity, container, key, place, run) => {
    if (entity instanceof Error) throw entity
    if (entity === null || entity === undefined) container[key] = null
    else completeObject(entity, container, key, place, run)
  }
  const resolve = resolverOfReferences(type)
  if (!resolve) return complete
  return (representation, container, key, place, run) => {
    const entity = resolve(representation, run.context, new ResolveInfo(field, run, place, key))
    settle(entity, complete, position, container, key, place, run)
  }
}

function resolverOfReferences({ extensions }: GraphQLObjectType): ResolveReference | undefined {
  const { apollo } = extensions as { apollo?: { subgraph?: { resolveReference?: ResolveReference } } }
  return apollo?.subgraph?.resolveReference
}
