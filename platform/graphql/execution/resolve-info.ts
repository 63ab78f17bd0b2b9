import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql'
import type { Key, Place, Run } from './run.ts'

/** The field that an info is about. */
export interface ResolvedField {
  readonly name: string
  readonly nodes: readonly FieldNode[]
  readonly returnType: GraphQLOutputType
  readonly parentType: GraphQLObjectType
}

/** The `GraphQLResolveInfo` of a field. Few resolvers read it, so everything is derived on demand. */
export class ResolveInfo implements GraphQLResolveInfo {
  // One is made for each call of a resolver, and private names would make that slower.
  constructor(
    private readonly field: ResolvedField,
    private readonly run: Run,
    private readonly place: Place,
    private readonly key: Key,
  ) {}

  get fieldName(): string {
    return this.field.name
  }

  get fieldNodes(): readonly FieldNode[] {
    return this.field.nodes
  }

  get returnType(): GraphQLOutputType {
    return this.field.returnType
  }

  get parentType(): GraphQLObjectType {
    return this.field.parentType
  }

  get path(): GraphQLResolveInfo['path'] {
    let { place, key } = this
    // Of the field, also when an item of its list is asked for its type.
    while (typeof key === 'number' && place.parent) ({ parent: place, key } = place as Place & { parent: Place })
    return { prev: pathTo(place), key, typename: this.field.parentType.name }
  }

  get schema(): GraphQLSchema {
    return this.run.operation.schema
  }

  get fragments(): Record<string, FragmentDefinitionNode> {
    return this.run.operation.fragments
  }

  get rootValue(): unknown {
    return this.run.rootValue
  }

  get operation(): OperationDefinitionNode {
    return this.run.operation.definition
  }

  get variableValues(): Record<string, unknown> {
    return this.run.variables
  }
}

function pathTo({ parent, key, position }: Place): GraphQLResolveInfo['path'] | undefined {
  return parent && { prev: pathTo(parent), key, typename: position.typeName }
}
