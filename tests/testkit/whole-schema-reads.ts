import {
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import type { Chance } from '../../bench/chance.ts'

interface ReadOptions {
  readonly schema: GraphQLSchema
  readonly chance: Chance
  /** Arguments by coordinate or, for fields of any type, by name; with the parentheses. */
  readonly argumentsOf: Readonly<Record<string, string>>
  /** Whether the caller has the scopes of a field. */
  readonly mayRead: (coordinate: string) => boolean
}

const maxDepth = 3
/** Fields between a list and its items, which do not count as a level. */
const listParts: ReadonlySet<string> = new Set(['edges', 'node', 'nodes'])

/** Makes random selections of the whole schema without aliases, with `__typename` and, where a type has one, `id`. */
export class WholeSchemaReads {
  readonly #options: ReadOptions
  /** How often each field with objects was selected, by its coordinate: those that seldom were are preferred. */
  readonly #selected = new Map<string, number>()

  constructor(options: ReadOptions) {
    this.#options = options
  }

  /** The root fields of queries that the caller may read. */
  get roots(): readonly string[] {
    const fields = Object.keys(this.#query.getFields())
    return fields.filter((name) => this.#options.mayRead(`Query.${name}`))
  }

  /** A document that selects each of some root fields once. */
  documentOf(roots: readonly string[]): string {
    const fields = [...new Set(roots)].flatMap((name) => this.#query.getFields()[name] ?? [])
    return `{ __typename ${fields.map((field) => this.#fieldOf(this.#query, field, 0)).join(' ')} }`
  }

  get #query(): GraphQLObjectType {
    const query = this.#options.schema.getQueryType()
    if (!query) throw new Error('The schema has no queries')
    return query
  }

  #selectionOf(type: GraphQLNamedType, depth: number): string {
    if (isLeafType(type)) return ''
    if (isAbstractType(type)) {
      const possible = this.#options.schema.getPossibleTypes(type)
      return `{ __typename ${possible.map((one) => `... on ${one.name} ${this.#selectionOf(one, depth)}`).join(' ')} }`
    }
    if (!isObjectType(type)) throw new Error(`${type.name} has no fields to select`)
    const { id, ...others } = type.getFields()
    const taken = Object.values(others).filter((field) => this.#isTaken(type, field, depth))
    const selections = taken.map((field) => this.#fieldOf(type, field, depth))
    return `{ __typename ${id ? 'id ' : ''}${selections.join(' ')} }`
  }

  #isTaken(type: GraphQLObjectType, { name, type: of }: GraphQLField<unknown, unknown>, depth: number): boolean {
    const { chance, mayRead } = this.#options
    const coordinate = `${type.name}.${name}`
    if (!mayRead(coordinate)) return false
    if (listParts.has(name)) return true
    if (isLeafType(getNamedType(of))) return chance.often(0.6)
    return depth < maxDepth && chance.often(Math.max(0.1, 0.8 - (this.#selected.get(coordinate) ?? 0) / 20))
  }

  #fieldOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, depth: number): string {
    const coordinate = `${type.name}.${field.name}`
    this.#selected.set(coordinate, (this.#selected.get(coordinate) ?? 0) + 1)
    const below = listParts.has(field.name) ? depth : depth + 1
    return `${field.name}${this.#argumentsOf(coordinate, field)} ${this.#selectionOf(getNamedType(field.type), below)}`
  }

  #argumentsOf(coordinate: string, { name, args }: GraphQLField<unknown, unknown>): string {
    const given =
      this.#options.argumentsOf[coordinate] ?? (args.length > 0 ? this.#options.argumentsOf[name] : undefined)
    if (given !== undefined) return given
    if (args.some(isRequiredArgument)) throw new Error(`${coordinate} needs arguments`)
    return args.some((argument) => argument.name === 'first') ? '(first: 3)' : ''
  }
}
