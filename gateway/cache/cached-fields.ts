import {
  getDirectiveValues,
  getNamedType,
  getOperationAST,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  valueFromASTUntyped,
  type FieldNode,
  type GraphQLDirective,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { isObject } from '../../platform/values/json.ts'
import { fragmentOf, fragmentsOf, type Fragments } from '../../platform/graphql/selection/fragments.ts'

type Values = Readonly<Record<string, unknown>>

/** The arguments of `@cached` on a field. */
interface Declared {
  readonly tags: readonly string[]
  readonly reported: boolean
  readonly timed: boolean
  readonly except: readonly string[]
}

/** How one operation of a plan, or the part of it for one type of entity, is cached. */
export class CacheRule {
  readonly #templates = new Set<string>()
  readonly #exceptions: { readonly field: FieldNode; readonly path: readonly string[] }[] = []
  #isReported = false
  #isTimed = false

  /** Whether anything in it is cached, besides keys. */
  get isEmpty(): boolean {
    return this.#templates.size === 0
  }

  /** Whether the response has to name tags. */
  get isReported(): boolean {
    return this.#isReported
  }

  /** Whether the response holds only to the end of the minute. */
  get isTimed(): boolean {
    return this.#isTimed
  }

  add({ tags, reported, timed, except }: Declared, field: FieldNode, level: Level): void {
    for (const tag of tags) {
      const template = level === 'within' ? withinTag(tag) : rootTag(tag, field)
      if (template !== undefined) this.#templates.add(template)
    }
    this.#isReported ||= reported
    this.#isTimed ||= timed
    for (const path of except) this.#exceptions.push({ field, path: path.split('.') })
  }

  /** Whether the arguments are those that a field is not cached with. */
  isExcepted(variables: Values): boolean {
    return this.#exceptions.some(({ field, path: [argument, ...path] }) => {
      const node = field.arguments?.find(({ name }) => name.value === argument)
      let value: unknown = node && valueFromASTUntyped(node.value, variables)
      for (const name of path) value = isObject(value) ? value[name] : undefined
      return value !== null && value !== undefined
    })
  }

  /** The tags, with the values of a key or of arguments in them; undefined when one is missing. */
  tagsFor(values: Values): string[] | undefined {
    const tags: string[] = []
    for (const template of this.#templates) {
      let isWhole = true
      const tag = template.replace(/\{(\w+)\}/g, (_match, name: string) => {
        const value = values[name]
        if (typeof value !== 'string' || value === '' || value.length > maxIdLength) isWhole = false
        return String(value).toLowerCase()
      })
      if (!isWhole) return undefined
      tags.push(tag)
    }
    return tags
  }
}

/** No id is longer, and no tag needs to be. */
const maxIdLength = 100

/** Where a field stands: at the root of a query, on an entity that is requested, or within such a field. */
type Level = 'root' | 'entity' | 'within'

/** Within a field, an object's own tag is that of the object around it, or of the field that leads to it. */
const withinTag = (tag: string): string | undefined => (tag.includes('{') ? undefined : tag)

/** The tag of a root field, with its argument's value or the variable that has it. */
function rootTag(tag: string, { arguments: given = [] }: FieldNode): string {
  return tag.replace(/\{(\w+)\}/, (placeholder, name: string) => {
    const value = given.find((argument) => argument.name.value === name)?.value
    if (value?.kind === Kind.VARIABLE) return `{${value.name.value}}`
    return value?.kind === Kind.STRING ? value.value.toLowerCase() : placeholder
  })
}

/** How the responses to one operation of a plan are cached. */
export type OperationRule =
  | { readonly kind: 'root'; readonly id: number; readonly rule: CacheRule }
  | { readonly kind: 'entities'; readonly id: number; readonly rules: ReadonlyMap<string, CacheRule> }

const maxOperations = 5_000
/** Numbers operations, those of every supergraph that was in use. */
let operations = 0
/** Scopes of what belongs to one partner. */
const partnerScopes = /^(reservations|webhooks|keys|platform):/

/** Reads from the contracts which fields are cached, and how an operation of a plan is. */
export class CachedFields {
  readonly #schema: GraphQLSchema
  readonly #directive: GraphQLDirective | undefined
  readonly #known = new Map<string, OperationRule | undefined>()

  /** Throws when a field is declared as cached that depends on the caller, or that changes something. */
  constructor(schema: GraphQLSchema) {
    this.#schema = schema
    this.#directive = schema.getDirective('cached') ?? undefined
    const roots = [schema.getMutationType(), schema.getSubscriptionType()]
    const wrong = objectTypes(schema).flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => this.#declaredBy(field) && (roots.includes(type) || this.#dependsOnCaller(field)))
        .map((field) => `${type.name}.${field.name}`),
    )
    if (wrong.length > 0) throw new Error(`Declared as @cached, but not the same for every caller: ${wrong.join(', ')}`)
  }

  /** How an operation of a plan is cached; undefined when it is not. */
  of(query: string): OperationRule | undefined {
    if (this.#known.has(query)) return this.#known.get(query)
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= maxOperations) this.#known.delete(oldest)
    const rule = this.#directive && this.#read(query)
    this.#known.set(query, rule)
    return rule
  }

  #read(query: string): OperationRule | undefined {
    const document = parse(query, { noLocation: true })
    const operation = getOperationAST(document)
    const root = this.#schema.getQueryType()
    if (!root || operation?.operation !== OperationTypeNode.QUERY) return undefined
    const id = (operations += 1)
    const reader = new RuleReader(
      this.#schema,
      fragmentsOf(document),
      (field) => this.#declaredBy(field),
      this.#dependsOnCaller,
    )
    const entities = entitiesOf(operation.selectionSet)
    if (!entities) {
      const rule = reader.read(root, operation.selectionSet, 'root')
      return rule && { kind: 'root', id, rule }
    }
    const rules = new Map<string, CacheRule>()
    for (const selection of entities.selections) {
      const condition = selection.kind === Kind.INLINE_FRAGMENT ? selection.typeCondition?.name.value : undefined
      const type = condition === undefined ? undefined : this.#schema.getType(condition)
      // Of an interface or several fragments of one type there are none in our plans.
      if (selection.kind !== Kind.INLINE_FRAGMENT || !isObjectType(type) || rules.has(type.name)) return undefined
      const rule = reader.read(type, selection.selectionSet, 'entity')
      if (!rule) return undefined
      rules.set(type.name, rule)
    }
    return { kind: 'entities', id, rules }
  }

  #declaredBy(field: GraphQLField<unknown, unknown>): Declared | undefined {
    if (!this.#directive || !field.astNode) return undefined
    return getDirectiveValues(this.#directive, field.astNode) as Declared | undefined
  }

  readonly #dependsOnCaller = ({ astNode }: GraphQLField<unknown, unknown>): boolean => {
    if (!astNode) return false
    if (astNode.directives?.some(({ name }) => name.value === 'perCaller')) return true
    const requires = this.#schema.getDirective('requiresScopes')
    const scopes = requires && (getDirectiveValues(requires, astNode)?.['scopes'] as string[][] | undefined)
    return scopes?.flat().some((scope) => partnerScopes.test(scope)) ?? false
  }
}

const objectTypes = (schema: GraphQLSchema): GraphQLObjectType[] =>
  Object.values(schema.getTypeMap()).filter(isObjectType)

/** Reads the rule of one selection. */
class RuleReader {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly fragments: Fragments,
    private readonly declaredBy: (field: GraphQLField<unknown, unknown>) => Declared | undefined,
    private readonly dependsOnCaller: (field: GraphQLField<unknown, unknown>) => boolean,
  ) {}

  read(type: GraphQLObjectType, selectionSet: SelectionSetNode, level: Level): CacheRule | undefined {
    const rule = new CacheRule()
    return this.#add(rule, type, selectionSet, level) && !rule.isEmpty ? rule : undefined
  }

  /** False when a field is selected that is not cached. */
  #add(rule: CacheRule, type: GraphQLObjectType, { selections }: SelectionSetNode, level: Level): boolean {
    return selections.every((selection) => {
      if (selection.kind !== Kind.FIELD) {
        const fragment = fragmentOf(selection, this.fragments)
        const condition = fragment?.typeCondition && this.schema.getType(fragment.typeCondition.name.value)
        if (!fragment || (condition && condition !== type)) return false
        return this.#add(rule, type, fragment.selectionSet, level)
      }
      if (selection.name.value === '__typename') return true
      const field = type.getFields()[selection.name.value]
      if (!field || this.dependsOnCaller(field)) return false
      const declared = this.declaredBy(field)
      if (declared) rule.add(declared, selection, level)
      else if (level !== 'within') return isKey(type, field.name)
      if (!selection.selectionSet) return true
      const inner = getNamedType(field.type)
      return isObjectType(inner) && this.#add(rule, inner, selection.selectionSet, 'within')
    })
  }
}

/** Whether a field is in a key of its entity: it never changes. */
const isKey = ({ astNode }: GraphQLObjectType, name: string): boolean =>
  astNode?.directives?.some(
    (directive) =>
      directive.name.value === 'join__type' &&
      directive.arguments?.some(
        (argument) =>
          argument.name.value === 'key' &&
          argument.value.kind === Kind.STRING &&
          argument.value.value.split(/\s+/).includes(name),
      ),
  ) ?? false

function entitiesOf({ selections }: SelectionSetNode): SelectionSetNode | undefined {
  const [first] = selections
  return first?.kind === Kind.FIELD && first.name.value === '_entities' ? first.selectionSet : undefined
}
