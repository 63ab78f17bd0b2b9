import {
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { enumNames, isBoolean, isFloat, isInt, isText } from '../../../platform/graphql/leaf-values.ts'
import type { Supergraph } from '../../supergraph/supergraph.ts'
import type { ObjectResults, ResultIndex, Position, Reader, ResponseField, Selection } from '../plan/index.ts'

/** How a value of the response is completed. */
export type ProjectedType =
  | {
      readonly kind: 'leaf'
      readonly nonNull: boolean
      readonly name: string
      readonly check: LeafReader
      /** Whether a value that the check refuses is one of the graph's that clients do not see. */
      readonly isHidden?: (value: unknown) => boolean
    }
  | { readonly kind: 'list'; readonly nonNull: boolean; readonly item: ProjectedType }
  | { readonly kind: 'object'; readonly nonNull: boolean; readonly object: ProjectedObject }

/** The graph as clients see it, and whole. A value that only the whole graph has (`@inaccessible`) is null to clients. */
export type ProjectedSchemas = Pick<Supergraph, 'apiSchema' | 'schema'>

/** Takes a leaf of a subgraph into the response; undefined for what its type does not allow. */
export type LeafReader = (value: unknown) => unknown

export interface ProjectedField {
  readonly key: string
  /** The key as it stands in JSON, with its colon: ASCII, as all names of GraphQL are. */
  readonly json: Uint8Array
  readonly internalKey: string
  readonly coordinate: string
  /** The name of the object's type, for `__typename`; the other members do not matter then. */
  readonly isTypename: boolean
  readonly type: ProjectedType
  readonly read: Reader
  /** The fetches that provide it. */
  readonly fetches: readonly number[]
}

/** An object of the response: its fields by the type that is found. */
export class ProjectedObject {
  readonly #fields = new Map<string, readonly ProjectedField[]>()
  readonly #typeOf: ((results: ObjectResults) => string | undefined) | undefined
  /** The fields when only one type is possible. */
  readonly #only: readonly ProjectedField[] | undefined
  readonly #types: ReadonlySet<string>

  constructor(
    private readonly schemas: ProjectedSchemas,
    private readonly selection: Selection,
    private readonly position: Position,
  ) {
    const { declared } = selection
    const { apiSchema: schema } = schemas
    // Where no plan requests the type, only fields that all of them have are selected.
    if (isAbstractType(declared) && position.has('__typename'))
      this.#typeOf = position.typeReader((name) => isObjectType(schema.getType(name)))
    else this.#only = this.#project(declared.name)
    // An interface object has no other name in its subgraph: enough where all types have the same fields.
    const interfaces = selection.isNarrowing ? [] : interfacesWithin(schema, declared)
    this.#types = new Set([...selection.possibleTypes, ...interfaces])
  }

  /** An object of a field, as it was found. */
  enter(value: object, index: ResultIndex): ObjectResults {
    return this.position.enter(value, index)
  }

  /** The type of an object that was found; undefined when that cannot stand here. */
  typeNameOf(results: ObjectResults): string | undefined {
    if (!this.#typeOf) return this.selection.declared.name
    const name = this.#typeOf(results)
    return name !== undefined && this.#types.has(name) ? name : undefined
  }

  /** Whether an object that was found has a type that fits here, but that clients do not see. */
  isHidden(results: ObjectResults): boolean {
    const { apiSchema, schema } = this.schemas
    const name = this.#typeOf?.(results)
    if (name === undefined || apiSchema.getType(name)) return false
    const declared = schema.getType(this.selection.declared.name)
    const type = schema.getType(name)
    return isAbstractType(declared) && isObjectType(type) && schema.isSubType(declared, type)
  }

  /** The fields of an object that was found; undefined when it has no type that can stand here. */
  fieldsOf(results: ObjectResults): readonly ProjectedField[] | undefined {
    if (this.#only) return this.#only
    const typeName = this.typeNameOf(results)
    return typeName === undefined ? undefined : this.fieldsOfType(typeName)
  }

  fieldsOfType(typeName: string): readonly ProjectedField[] {
    let fields = this.#fields.get(typeName)
    if (!fields) this.#fields.set(typeName, (fields = this.#project(typeName)))
    return fields
  }

  /** The fields that are read from one, by its name in what was gathered: of the object found, or of any type. */
  fieldsNamed(internalKey: string, results: ObjectResults | undefined): readonly ProjectedField[] {
    const named = (fields: readonly ProjectedField[] | undefined): ProjectedField[] =>
      fields?.filter((field) => field.internalKey === internalKey) ?? []
    const own = results ? named(this.fieldsOf(results)) : []
    if (own.length > 0) return own
    const { declared, possibleTypes } = this.selection
    for (const typeName of [declared.name, ...possibleTypes]) {
      const [first] = named(this.fieldsOfType(typeName))
      if (first) return [first]
    }
    return []
  }

  #project(typeName: string): readonly ProjectedField[] {
    const { schemas, position } = this
    return this.selection.fieldsOf(typeName).map((field): ProjectedField => {
      const { responseKey, internalKey, isTypename, type, selection, parentName, node } = field
      return {
        key: responseKey,
        json: Buffer.from(`"${responseKey}":`),
        internalKey,
        coordinate: `${parentName}.${node.name.value}`,
        isTypename,
        type: type ? projectedType(schemas, type, field, position) : anything,
        read: selection ? position.finder(internalKey) : position.reader(internalKey),
        fetches: position.fetchesOf(internalKey),
      }
    })
  }
}

/** An interface and those that implement it. */
const interfacesWithin = (schema: GraphQLSchema, type: GraphQLCompositeType): string[] =>
  isInterfaceType(type) ? [type.name, ...schema.getImplementations(type).interfaces.map(({ name }) => name)] : []

const anything: ProjectedType = { kind: 'leaf', nonNull: false, name: 'JSON', check: (value) => value }

/** Prepares the projection of gathered data to the response of one operation. */
export const projectionOf = (schemas: ProjectedSchemas, selection: Selection, root: Position): ProjectedObject =>
  new ProjectedObject(schemas, selection, root)

function projectedType(
  schemas: ProjectedSchemas,
  type: GraphQLOutputType,
  field: ResponseField,
  position: Position,
  nonNull = false,
): ProjectedType {
  if (isNonNullType(type)) return projectedType(schemas, type.ofType, field, position, true)
  if (isListType(type)) return { kind: 'list', nonNull, item: projectedType(schemas, type.ofType, field, position) }
  const { selection, internalKey } = field
  if (selection)
    return { kind: 'object', nonNull, object: new ProjectedObject(schemas, selection, position.child(internalKey)) }
  if (isEnumType(type)) {
    const names = enumNames(type)
    const whole = schemas.schema.getType(type.name)
    return {
      kind: 'leaf',
      nonNull,
      name: type.name,
      check: (value) => (names.has(value) ? value : undefined),
      isHidden: (value) => isEnumType(whole) && typeof value === 'string' && whole.getValue(value) !== undefined,
    }
  }
  const { name } = type
  return { kind: 'leaf', nonNull, name, check: leafReaders.get(name) ?? ((value) => value) }
}

const leafReaders: ReadonlyMap<string, LeafReader> = new Map<string, LeafReader>([
  ['Int', (value) => (isInt(value) ? value : undefined)],
  ['Float', (value) => (isFloat(value) ? value : undefined)],
  ['String', (value) => (isText(value) ? value : undefined)],
  ['Boolean', (value) => (isBoolean(value) ? value : undefined)],
  ['ID', (value) => (isText(value) ? value : Number.isSafeInteger(value) ? String(value) : undefined)],
])
