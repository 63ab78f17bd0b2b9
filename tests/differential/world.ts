import {
  GraphQLError,
  Kind,
  parse,
  parseType,
  valueFromASTUntyped,
  type ArgumentNode,
  type SelectionSetNode,
  type TypeNode,
} from 'graphql'
import type { Field, Model } from './model.ts'

/** An object of the made-up data. What its fields are follows from its type and number alone. */
export interface Thing {
  /** As the subgraph that has it knows it: the name of an interface where that is declared as an object. */
  readonly __typename: string
  readonly type: string
  readonly number: number
  /** Fields that the subgraph has only because another field provides them. */
  readonly provided?: readonly string[]
}

export type Arguments = Readonly<Record<string, unknown>>

const entitiesOfType = 4

/** The error of a failing resolver. */
export class MadeUpFailure extends GraphQLError {}

/** Data for a model: the same field always has the same value, from every subgraph. */
export class World {
  readonly #types = new Map<string, TypeNode>()

  constructor(
    readonly model: Model,
    private readonly seed: number,
    /** Whether resolvers fail now and then. */
    private readonly failing: boolean,
  ) {}

  field(type: string, name: string): Field {
    const field = this.model.objects.get(type)?.fields.get(name)
    if (!field) throw new Error(`${type} has no field ${name}`)
    return field
  }

  /** The value of a field; throws where its resolver fails. */
  value(thing: Thing, name: string, args: Arguments): unknown {
    const field = this.field(thing.type, name)
    const key = keyValue(thing, name)
    if (key !== undefined) return key
    const hash = hashOf(`${this.seed} ${thing.type} ${thing.number} ${name} ${canonical(args)}`)
    if (this.failing && !field.reliable && !field.neverNull && hash % 7 === 0) {
      if (hash % 3 > 0) throw new MadeUpFailure(`${thing.type}.${name} fails`)
      return null
    }
    return this.#valueOf(this.#typeOf(field.type), hash, field.neverNull || field.type.endsWith('!'))
  }

  /** The entity that a representation stands for. */
  entity(typename: string, representation: Readonly<Record<string, unknown>>): Thing {
    for (const type of this.model.abstracts.get(typename) ?? [typename])
      for (let number = 0; number < entitiesOfType; number += 1) {
        const thing = { __typename: typename, type, number }
        const keys = ['id', 'code', 'spot'].filter((name) => Object.hasOwn(representation, name))
        if (keys.length === 0) throw new Error(`A representation of ${typename} has no key`)
        if (keys.every((name) => canonical(keyValue(thing, name)) === canonical(representation[name]))) return thing
      }
    throw new Error(`There is no entity ${canonical(representation)}`)
  }

  /** The required fields of an entity, in the form of a representation. */
  selected(thing: Thing, text: string): Record<string, unknown> {
    const [definition] = parse(`{ ${text} }`).definitions
    if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error(text)
    return this.#selected(thing, definition.selectionSet)
  }

  #selected(thing: Thing, { selections }: SelectionSetNode): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (selection.typeCondition?.name.value === thing.type)
          Object.assign(result, this.#selected(thing, selection.selectionSet))
      } else if (selection.kind === Kind.FIELD) {
        const name = selection.name.value
        const args = withDefaults(this.field(thing.type, name).args, selection.arguments ?? [])
        const value = this.value(thing, name, args)
        const inner = selection.selectionSet
        const within = (one: unknown): unknown =>
          Array.isArray(one) ? one.map(within) : one && inner ? this.#selected(one as Thing, inner) : one
        result[name] = within(value)
      }
    }
    return result
  }

  #typeOf(text: string): TypeNode {
    const known = this.#types.get(text) ?? parseType(text)
    this.#types.set(text, known)
    return known
  }

  #valueOf(type: TypeNode, hash: number, required: boolean): unknown {
    if (type.kind === Kind.NON_NULL_TYPE) return this.#valueOf(type.type, hash, true)
    if (!required && mixed(hash, 1) % 6 === 0) return null
    if (type.kind === Kind.LIST_TYPE)
      return Array.from({ length: mixed(hash, 2) % 4 }, (_, index) =>
        this.#valueOf(type.type, mixed(hash, 3 + index), false),
      )
    return this.#named(type.name.value, mixed(hash, 99))
  }

  #named(name: string, hash: number): unknown {
    switch (name) {
      case 'Int':
        return hash % 1_000
      case 'Float':
        return (hash % 1_000) / 8
      case 'Boolean':
        return hash % 2 === 0
      case 'String':
        return `text "${hash % 1_000}" é`
      case 'ID':
        return String(hash % 1_000)
      case 'Colour':
        return ['RED', 'GREEN', 'BLUE'][hash % 3]
      case 'Json':
        return [hash % 10, [null, 1.5], { id: [hash % 3], __typename: 'Json' }, 'text', false, {}][hash % 6]
      default: {
        const possible = this.model.abstracts.get(name) ?? [name]
        const type = possible[hash % possible.length] ?? name
        const isEntity = (this.model.objects.get(type)?.keys.length ?? 0) > 0
        const number = isEntity ? mixed(hash, 7) % entitiesOfType : mixed(hash, 7)
        // A subgraph that declares an interface as an object knows no more of its entities.
        return { __typename: type, type, number } satisfies Thing
      }
    }
  }
}

/** Values of key fields tell which entity it is. */
function keyValue({ type, number }: Thing, name: string): unknown {
  if (name === 'id') return `${type}-${number}`
  if (name === 'code') return `code ${number} of ${type}`
  if (name === 'spot') return { zone: type, num: number, __typename: 'Spot', type: 'Spot', number }
  return undefined
}

/** The arguments of a field as a resolver gets them. */
function withDefaults(declared: string, given: readonly ArgumentNode[]): Arguments {
  const args: Record<string, unknown> = {}
  const [definition] = parse(
    `type T { f${declared}: Int } input Filter { min: Int! = 1 colour: Int = GREEN }`,
  ).definitions
  if (definition?.kind !== Kind.OBJECT_TYPE_DEFINITION) throw new Error(declared)
  for (const { name, defaultValue } of definition.fields?.[0]?.arguments ?? []) {
    const node = given.find((one) => one.name.value === name.value)?.value ?? defaultValue
    if (!node) continue
    const value: unknown = valueFromASTUntyped(node)
    args[name.value] =
      name.value === 'by'
        ? { min: 1, colour: 'GREEN', ...(value as object) }
        : name.value === 'ids'
          ? (value as unknown[]).map(String)
          : value
  }
  return args
}

/** JSON with its keys in order, so that equal values have equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const entries = Object.entries(value).filter(([name]) => !['__typename', 'type', 'number'].includes(name))
  return `{${entries
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]) => `${name}:${canonical(inner)}`)
    .join()}}`
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return mixed(hash, 0)
}

function mixed(hash: number, step: number): number {
  let value = (hash ^ Math.imul(step + 1, 0x9e3779b1)) >>> 0
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
