import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'
import type { Chance } from '../../bench/chance.ts'

export interface RandomOperation {
  readonly text: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** Makes up a valid operation of a schema. */
export function randomOperation(schema: GraphQLSchema, chance: Chance): RandomOperation {
  for (;;) {
    const operation = new OperationMaker(schema, chance).make()
    if (validate(schema, parse(operation.text)).length === 0) return operation
  }
}

/** The selections under each response name, so that most selections can be merged. */
type Scope = Map<string, { readonly requests: string; readonly parent: GraphQLCompositeType; readonly within: Scope }>

const deepest = 5

class OperationMaker {
  readonly #declared: string[] = []
  readonly #types = new Map<string, string>()
  readonly #values: Record<string, unknown> = {}
  readonly #fragments: string[] = []
  /** How many more fields may be selected. */
  #left: number

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly chance: Chance,
  ) {
    this.#left = 12 + chance.below(30)
  }

  make(): RandomOperation {
    const mutation = this.schema.getMutationType()
    const isMutation = mutation && this.chance.often(0.1)
    const root = isMutation ? mutation : this.schema.getQueryType()
    if (!root) throw new Error('The schema has no queries')
    const body = this.#selections(root, 0, new Map())
    const declared = this.#declared.length > 0 ? `(${this.#declared.join(', ')})` : ''
    const text = `${isMutation ? 'mutation' : 'query'} Random${declared} ${body}\n${this.#fragments.join('\n')}`
    return { text, variables: this.#values }
  }

  #selections(type: GraphQLCompositeType, depth: number, scope: Scope): string {
    const { chance } = this
    const chosen: string[] = []
    const count = 1 + chance.below(depth === 0 ? 4 : 5)
    for (let index = 0; index < count; index += 1) {
      const dice = chance.fraction()
      if (dice < 0.08) chosen.push(this.#typename(scope, type))
      else if (dice < 0.22 || (isAbstractType(type) && dice < 0.55)) chosen.push(this.#fragment(type, depth, scope))
      else if (dice < 0.27 && chosen.length > 0) chosen.push(chance.pick(chosen))
      else if (isObjectType(type) || isInterfaceType(type)) chosen.push(this.#field(type, depth, scope))
    }
    const text = chosen.filter((one) => one !== '').join(' ')
    return `{ ${text === '' ? '__typename' : text} }`
  }

  #typename(scope: Scope, type: GraphQLCompositeType): string {
    const name = this.chance.often(0.3) ? this.#alias(type) : '__typename'
    if (!this.#enter(scope, name, '__typename', type)) return ''
    return name === '__typename' ? name : `${name}: __typename`
  }

  /** A response key: a new one, or that of another field. */
  #alias(type: GraphQLCompositeType): string {
    const { chance } = this
    const names = isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : []
    return chance.pick(['a', 'b', 'id', 'code', 'title', 'label', ...names])
  }

  /** The scope within a response name, unless something else has the name. */
  #enter(scope: Scope, name: string, requests: string, parent: GraphQLCompositeType): Scope | undefined {
    const known = scope.get(name)
    if (!known) {
      const within: Scope = new Map()
      scope.set(name, { requests, parent, within })
      return within
    }
    if (known.requests === requests) return known.within
    const apart = isObjectType(parent) && isObjectType(known.parent) && parent !== known.parent
    return apart && this.chance.often(0.3) ? new Map() : undefined
  }

  #field(
    type: GraphQLCompositeType & { getFields(): Record<string, GraphQLField<unknown, unknown>> },
    depth: number,
    scope: Scope,
  ): string {
    const { chance } = this
    if (this.#left <= 0 && depth > 0) return ''
    const fields = Object.values(type.getFields()).filter(
      (field) => depth < deepest || !isCompositeType(getNamedType(field.type)),
    )
    if (fields.length === 0) return ''
    const field = chance.pick(fields)
    this.#left -= 1
    const requests = `${field.name}${this.#arguments(field.args)}`
    const name = chance.often(0.3) ? this.#alias(type) : field.name
    const within = this.#enter(scope, name, requests, type)
    if (!within) return ''
    const inner = getNamedType(field.type)
    const body = isCompositeType(inner) ? ` ${this.#selections(inner, depth + 1, within)}` : ''
    return `${name === field.name ? '' : `${name}: `}${requests}${this.#directives()}${body}`
  }

  #fragment(type: GraphQLCompositeType, depth: number, scope: Scope): string {
    const { chance } = this
    const possible = isAbstractType(type) ? this.schema.getPossibleTypes(type) : [type]
    const one = chance.pick(possible)
    const around = isObjectType(one) ? one.getInterfaces() : []
    const condition = chance.pick([type, ...possible, ...possible, ...around])
    const body = this.#selections(condition, depth + 0.5, scope)
    if (chance.often(0.3)) {
      const name = `F${this.#fragments.length}`
      this.#fragments.push(`fragment ${name} on ${condition.name} ${body}`)
      const spread = `...${name}${this.#directives()}`
      return chance.often(0.2) ? `${spread} ...${name}` : spread
    }
    const on = condition === type && chance.often(0.5) ? '' : ` on ${condition.name}`
    return `...${on}${this.#directives()} ${body}`
  }

  #directives(): string {
    const { chance } = this
    if (!chance.often(0.12)) return ''
    const one = (): string => {
      const value = chance.often(0.7) ? this.#variable('Boolean!', chance.often(0.5)) : String(chance.often(0.5))
      return ` @${chance.pick(['skip', 'include'])}(if: ${value})`
    }
    const [first, second] = [one(), chance.often(0.2) ? one() : '']
    return first.slice(0, 5) === second.slice(0, 5) ? first : first + second
  }

  #arguments(args: readonly GraphQLArgument[]): string {
    const given = args.flatMap((argument) => {
      const required = isNonNullType(argument.type) && argument.defaultValue === undefined
      return required || this.chance.often(0.5)
        ? [`${argument.name}: ${this.#value(argument.type, argument.defaultValue !== undefined)}`]
        : []
    })
    return given.length > 0 ? `(${given.join(', ')})` : ''
  }

  /** A value as it is written in a document; parts of it may be variables. */
  #value(type: GraphQLInputType, hasDefault = false): string {
    const { chance } = this
    if (chance.often(0.35)) {
      const written = String(type)
      if (!isNonNullType(type)) return this.#variable(written, this.#json(type))
      // A nullable variable may stand here when one of both has a default.
      if (hasDefault && chance.often(0.3)) return this.#variable(written.slice(0, -1), undefined)
      return this.#variable(written, this.#json(type))
    }
    if (!isNonNullType(type) && chance.often(0.15)) return 'null'
    const bare = getNullableType(type)
    if (isListType(bare))
      return chance.often(0.2)
        ? this.#value(bare.ofType as GraphQLInputType)
        : `[${Array.from({ length: chance.below(3) }, () => this.#value(bare.ofType as GraphQLInputType)).join(', ')}]`
    if (isInputObjectType(bare)) {
      const fields = Object.values(bare.getFields()).filter(() => chance.often(0.4))
      return `{ ${fields.map((field) => `${field.name}: ${this.#value(field.type, field.defaultValue !== undefined)}`).join(', ')} }`
    }
    const json = this.#json(bare)
    return isEnumType(bare) ? String(json) : JSON.stringify(json)
  }

  #variable(type: string, value: unknown): string {
    const { chance } = this
    const known = [...this.#types].filter(([, declared]) => declared === type)
    if (known.length > 0 && chance.often(0.4)) return `$${chance.pick(known)[0]}`
    const name = `v${this.#declared.length}`
    this.#types.set(name, type)
    const literal = literalOf(type, chance)
    const withDefault = literal !== undefined && chance.often(0.35)
    this.#declared.push(`$${name}: ${type}${withDefault ? ` = ${literal}` : ''}`)
    const omitted = value === undefined || ((withDefault || !type.endsWith('!')) && chance.often(0.3))
    if (!omitted) this.#values[name] = value
    return `$${name}`
  }

  /** A value as it is sent in variables. */
  #json(type: GraphQLInputType): unknown {
    const { chance } = this
    if (!isNonNullType(type) && chance.often(0.1)) return null
    const bare = getNullableType(type)
    if (isListType(bare))
      return chance.often(0.2)
        ? this.#json(bare.ofType as GraphQLInputType)
        : Array.from({ length: chance.below(3) }, () => this.#json(bare.ofType as GraphQLInputType))
    if (isInputObjectType(bare)) {
      const fields = Object.values(bare.getFields()).filter(() => chance.often(0.4))
      return Object.fromEntries(fields.map((field) => [field.name, this.#json(field.type)]))
    }
    if (isEnumType(bare)) return chance.pick(bare.getValues()).name
    if (bare.name === 'Int') return chance.below(10)
    if (bare.name === 'Boolean') return chance.often(0.5)
    return chance.pick(['a', 'b', '7'])
  }
}

/** A default for a variable of a type that is simple enough. */
function literalOf(type: string, chance: Chance): string | undefined {
  if (type.startsWith('Int')) return String(chance.below(10))
  if (type.startsWith('Boolean')) return String(chance.often(0.5))
  if (type.startsWith('Colour')) return chance.pick(['RED', 'BLUE'])
  if (type === 'Filter') return chance.pick(['{ min: 5 }', '{}', '{ tags: ["a"], inner: { min: 2 } }'])
  if (type.startsWith('String') || type.startsWith('ID')) return '"c"'
  return undefined
}
