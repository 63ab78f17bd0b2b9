import type { Chance } from '../../bench/chance.ts'
import { argumentsFor, argumentLists } from './required-arguments.ts'
import { namedType, type Declaration, type Field, type Model, type ObjectType, type SubgraphModel } from './model.ts'

const leaves = ['Int', 'Float', 'String', 'Boolean', 'ID', 'Colour', 'Json'] as const
const nothingDeclared = (head: string): Declaration => ({
  head,
  keys: new Set(),
  interfaces: new Set(),
  fields: new Map(),
  requires: new Map(),
  external: new Set(),
  provides: new Map(),
})

/** Makes up a graph of two to four subgraphs. Not each can be composed. */
export function randomModel(chance: Chance): Model {
  return new ModelMaker(chance).make()
}

class ModelMaker {
  readonly #chance: Chance
  readonly #objects = new Map<string, ObjectType>()
  readonly #abstracts = new Map<string, readonly string[]>()
  readonly #interfaceObjects = new Set<string>()
  readonly #subgraphs: SubgraphModel[]
  readonly #entities: string[] = []
  readonly #values: string[] = []
  /** The subgraph of interface objects; it knows no entity of these interfaces. */
  #objectSide: SubgraphModel | undefined

  constructor(chance: Chance) {
    this.#chance = chance
    this.#subgraphs = Array.from({ length: 2 + chance.below(3) }, (_, index) => ({
      name: `s${index}`,
      types: new Map<string, Declaration>(),
    }))
  }

  make(): Model {
    const chance = this.#chance
    for (let index = 0; index < 2 + chance.below(3); index += 1) this.#makeEntity(`E${index}`)
    for (let index = 0; index < 1 + chance.below(3); index += 1) this.#makeValue(`V${index}`)
    if (chance.often(0.7)) this.#makeInterface('I0')
    if (chance.often(0.7))
      this.#abstracts.set('U0', this.#some([...this.#entities, ...this.#values], 2 + chance.below(2)))
    if (chance.often(0.5)) this.#makeInterfaceObject('M')
    for (const entity of this.#entities) this.#addFields(entity)
    for (const entity of this.#entities)
      for (let index = 0; index < 2; index += 1) if (chance.often(0.5)) this.#addRequires(entity)
    this.#addRoots()
    return {
      subgraphs: this.#subgraphs,
      objects: this.#objects,
      abstracts: this.#abstracts,
      interfaceObjects: this.#interfaceObjects,
    }
  }

  /** Different elements of a list. */
  #some<T>(list: readonly T[], count: number): T[] {
    const left = [...list]
    const chosen: T[] = []
    while (chosen.length < count && left.length > 0) chosen.push(...left.splice(this.#chance.below(left.length), 1))
    return chosen
  }

  #object(name: string): ObjectType {
    const found = this.#objects.get(name)
    if (!found) throw new Error(`There is no ${name}`)
    return found
  }

  #field(owner: string, name: string, type: string, args = ''): Field {
    const field: Field = { name, type, args, neverNull: false, reliable: false }
    this.#object(owner).fields.set(name, field)
    return field
  }

  #makeEntity(name: string): void {
    const chance = this.#chance
    const keys = ['id', ...(chance.often(0.4) ? ['code'] : []), ...(chance.often(0.3) ? ['spot { zone num }'] : [])]
    this.#objects.set(name, { name, fields: new Map(), keys })
    this.#entities.push(name)
    this.#field(name, 'id', 'ID!').reliable = true
    if (keys.includes('code')) this.#field(name, 'code', 'String!').reliable = true
    if (keys.length > 1 && keys.at(-1) !== 'code') {
      this.#field(name, 'spot', 'Spot!').reliable = true
      if (!this.#objects.has('Spot')) {
        this.#objects.set('Spot', { name: 'Spot', fields: new Map(), keys: [] })
        this.#field('Spot', 'zone', 'String!').reliable = true
        this.#field('Spot', 'num', 'Int!').reliable = true
      }
    }
    const home = chance.pick(this.#subgraphs)
    for (const key of keys) this.#declareKey(home, name, key)
    for (const subgraph of this.#subgraphs)
      if (subgraph !== home && chance.often(0.5))
        for (const key of this.#some(keys, 1 + chance.below(keys.length))) this.#declareKey(subgraph, name, key)
  }

  #declareKey(subgraph: SubgraphModel, entity: string, key: string): void {
    const declaration = this.#declared(subgraph, entity)
    declaration.keys.add(key)
    const name = key.split(' ')[0] ?? ''
    const field = this.#object(entity).fields.get(name)
    if (!field) throw new Error(`${entity} has no ${name}`)
    declaration.fields.set(name, `${name}: ${field.type}`)
    if (name === 'spot') {
      const spot = this.#declared(subgraph, 'Spot')
      spot.fields.set('zone', 'zone: String!').set('num', 'num: Int!')
    }
  }

  #makeValue(name: string): void {
    const chance = this.#chance
    this.#objects.set(name, { name, fields: new Map(), keys: [] })
    for (let index = 0; index < 2 + chance.below(2); index += 1)
      this.#field(name, `v${index}`, this.#wrapped(chance.pick(leaves)), this.#someArgs(0.2))
    const [inner] = this.#values
    if (inner && chance.often(0.5)) this.#field(name, 'within', this.#wrapped(inner))
    if (chance.often(0.3)) this.#field(name, 'about', this.#wrapped(chance.pick(this.#entities)))
    this.#values.push(name)
  }

  #someArgs(probability: number): string {
    return this.#chance.often(probability) ? this.#chance.pick(argumentLists) : ''
  }

  /** Lists and lists of lists of a type, nullable or not. */
  #wrapped(type: string): string {
    const chance = this.#chance
    const required = (): string => (chance.often(0.3) ? '!' : '')
    const dice = chance.fraction()
    if (dice < 0.6) return `${type}${required()}`
    if (dice < 0.9) return `[${type}${required()}]${required()}`
    return `[[${type}${required()}]${required()}]${required()}`
  }

  /** A declaration in a subgraph, with what it needs there. */
  #declared(subgraph: SubgraphModel, name: string): Declaration {
    const known = subgraph.types.get(name)
    if (known) return known
    const members = this.#abstracts.get(name)
    if (members && name.startsWith('U')) {
      const union = nothingDeclared(`union ${name} = ${members.join(' | ')}`)
      subgraph.types.set(name, union)
      for (const member of members) this.#declared(subgraph, member)
      return union
    }
    if (members) {
      const declared = nothingDeclared(`interface ${name}`)
      subgraph.types.set(name, declared)
      declared.fields.set('id', 'id: ID!')
      for (const member of members) {
        const implementing = this.#declared(subgraph, member)
        this.#declareKey(subgraph, member, 'id')
        implementing.interfaces.add(name)
      }
      return declared
    }
    const declared = nothingDeclared(`type ${name}`)
    subgraph.types.set(name, declared)
    const type = this.#objects.get(name)
    if (type && type.keys.length > 0) {
      this.#declareKey(subgraph, name, 'id')
    } else if (type && this.#values.includes(name)) {
      for (const field of type.fields.values()) this.#declareField(subgraph, name, field, ' @shareable')
    }
    return declared
  }

  #declareField(subgraph: SubgraphModel, owner: string, field: Field, directives = ''): void {
    this.#declareType(subgraph, field.type)
    this.#declared(subgraph, owner).fields.set(field.name, `${field.name}${field.args}: ${field.type}${directives}`)
  }

  #declareType(subgraph: SubgraphModel, type: string): void {
    const name = namedType(type)
    if (this.#objects.has(name) || this.#abstracts.has(name)) this.#declared(subgraph, name)
  }

  #makeInterface(name: string): void {
    const members = this.#some(this.#entities, 2)
    this.#abstracts.set(name, members)
    const type = this.#wrapped(this.#chance.pick([...leaves, ...this.#values, ...members]))
    const args = this.#someArgs(0.3)
    const subgraph = this.#chance.pick(this.#subgraphs)
    const declared = this.#declared(subgraph, name)
    this.#declareType(subgraph, type)
    declared.fields.set('label', `label${args}: ${type}`)
    // Each subgraph with the interface has its implementing types, if not their labels.
    for (const member of members) this.#declareField(subgraph, member, this.#field(member, 'label', type, args))
  }

  #makeInterfaceObject(name: string): void {
    const chance = this.#chance
    const side = this.#subgraphs.at(-1)
    const candidates = this.#entities.filter((entity) => !side?.types.has(entity))
    const [home] = this.#subgraphs
    if (!side || !home || candidates.length === 0) return
    const members = this.#some(candidates, 1 + chance.below(2))
    this.#abstracts.set(name, members)
    this.#interfaceObjects.add(name)
    this.#objectSide = side
    const declared = this.#declared(home, name)
    declared.keys.add('id')
    const title: Field = { name: 'title', type: 'String', args: '', neverNull: false, reliable: false }
    declared.fields.set('title', 'title: String')
    for (const member of members) this.#declareField(home, member, this.#field(member, title.name, title.type))
    const object = nothingDeclared(`type ${name} @interfaceObject`)
    side.types.set(name, object)
    object.keys.add('id')
    object.fields.set('id', 'id: ID!')
    for (let index = 0; index < 1 + chance.below(2); index += 1) {
      const field = `extra${index}`
      const type = this.#wrapped(chance.pick([...leaves, ...this.#values]))
      const args = this.#someArgs(0.2)
      const requires = chance.often(0.4)
      for (const member of members) {
        this.#field(member, field, type, args)
        if (requires) this.#object(member).fields.get('title')!.reliable = true
      }
      this.#declareType(side, type)
      object.fields.set(field, `${field}${args}: ${type}${requires ? ' @requires(fields: "title")' : ''}`)
      if (!requires) continue
      object.requires.set(field, 'title')
      object.external.add('title')
      object.fields.set('title', 'title: String @external')
    }
  }

  /** Whether a subgraph may declare a type: that of interface objects may not know their members. */
  #mayDeclare(subgraph: SubgraphModel, type: string): boolean {
    if (subgraph !== this.#objectSide) return true
    const hidden = new Set([...this.#interfaceObjects].flatMap((name) => this.#abstracts.get(name) ?? []))
    const seen = new Set<string>()
    const reaches = (name: string): boolean => {
      if (hidden.has(name)) return true
      if (seen.has(name)) return false
      seen.add(name)
      if (this.#interfaceObjects.has(name)) return false
      if (this.#abstracts.get(name)?.some(reaches)) return true
      // Entities are declared by their keys alone.
      if (!this.#values.includes(name)) return false
      return [...this.#object(name).fields.values()].some((field) => reaches(namedType(field.type)))
    }
    return !reaches(namedType(type))
  }

  #addFields(entity: string): void {
    const chance = this.#chance
    const holders = this.#subgraphs.filter((subgraph) => subgraph.types.get(entity)?.keys.size)
    for (let index = 0; index < 2 + chance.below(5); index += 1) {
      const composite = [...this.#entities, ...this.#values, ...this.#abstracts.keys()]
      const type = this.#wrapped(chance.often(0.5) ? chance.pick(leaves) : chance.pick(composite))
      const able = holders.filter((subgraph) => this.#mayDeclare(subgraph, type))
      const [first, second] = this.#some(able, 2)
      if (!first) continue
      const field = this.#field(entity, `f${index}`, type, this.#someArgs(0.3))
      if (second && chance.often(0.2)) {
        this.#declareField(first, entity, field, ' @shareable')
        // An object that must not be null passes on the failure of its fields, so both would not be right.
        const differs = this.#isLeaf(type) && chance.often(0.3)
        if (differs) field.neverNull = true
        const other = differs ? (type.endsWith('!') ? type.slice(0, -1) : `${type}!`) : type
        this.#declareField(second, entity, { ...field, type: other }, ' @shareable')
      } else if (second && chance.often(0.15)) {
        this.#declareField(first, entity, field, ` @override(from: "${second.name}")`)
        this.#declareField(second, entity, field)
        this.#declared(second, entity).external.add(field.name)
      } else {
        this.#declareField(first, entity, field)
        if (chance.often(0.25)) this.#addProvides(first, entity, field)
      }
    }
  }

  /** Lets the subgraph of a field that leads to an entity provide a leaf of that entity. */
  #addProvides(subgraph: SubgraphModel, owner: string, field: Field): void {
    const target = namedType(field.type)
    if (!this.#entities.includes(target)) return
    const declaration = this.#declared(subgraph, target)
    const provided = [...this.#object(target).fields.values()].find(
      ({ name, type, args, neverNull }) =>
        !declaration.fields.has(name) && args === '' && !neverNull && this.#isLeaf(type),
    )
    if (!provided) return
    for (const other of this.#subgraphs) {
      const fields = other.types.get(target)?.fields
      const text = fields?.get(provided.name)
      if (text?.includes('@')) return
      if (text !== undefined) fields?.set(provided.name, `${text} @shareable`)
    }
    declaration.fields.set(provided.name, `${provided.name}: ${provided.type} @external`)
    declaration.external.add(provided.name)
    const owning = this.#declared(subgraph, owner)
    owning.provides.set(field.name, [provided.name])
    owning.fields.set(field.name, `${owning.fields.get(field.name)} @provides(fields: "${provided.name}")`)
  }

  #isLeaf = (type: string): boolean => (leaves as readonly string[]).includes(namedType(type))

  #addRequires(entity: string): void {
    const chance = this.#chance
    const subgraph = chance.pick(this.#subgraphs.filter(({ types }) => types.get(entity)?.keys.size))
    const declaration = this.#declared(subgraph, entity)
    // What is required already may be required again, with other arguments.
    const required = new Set([...declaration.requires.values()].flatMap((text) => text.match(/^\w+/) ?? []))
    const foreign = [...this.#object(entity).fields.values()].filter(
      ({ name, neverNull, type }) =>
        (!declaration.fields.has(name) || required.has(name)) &&
        !neverNull &&
        this.#mayDeclare(subgraph, type) &&
        !name.startsWith('extra'),
    )
    const needed: string[] = []
    for (const field of this.#some(foreign, 1 + chance.below(2))) {
      const selection = this.#requiredSelection(subgraph, entity, field)
      if (selection === undefined) continue
      needed.push(selection)
      field.reliable = true
      this.#declareField(subgraph, entity, field, ' @external')
      declaration.external.add(field.name)
    }
    if (needed.length === 0) return
    const name = `r${declaration.requires.size}${subgraph.name}`
    const type = this.#wrapped(chance.pick([...leaves, ...this.#values]))
    if (!this.#mayDeclare(subgraph, type)) return
    const field = this.#field(entity, name, type, this.#someArgs(0.3))
    declaration.requires.set(name, needed.join(' '))
    const text = needed.join(' ').replaceAll('"', '\\"')
    this.#declareField(subgraph, entity, field, ` @requires(fields: "${text}")`)
  }

  /** The field as a `@requires` names it; nothing when it cannot. */
  #requiredSelection(subgraph: SubgraphModel, entity: string, field: Field): string | undefined {
    const chance = this.#chance
    const args = field.args === '' ? '' : argumentsFor(field.args, chance)
    if (this.#isLeaf(field.type)) return `${field.name}${args}`
    const target = namedType(field.type)
    if (!this.#isLeaf(field.type)) this.#makeReliable(target)
    const within = (type: string): string | undefined => {
      const fields = [...this.#object(type).fields.values()].filter((inner) => this.#isLeaf(inner.type))
      const chosen = this.#some(fields, 1 + chance.below(2))
      if (chosen.length === 0) return undefined
      for (const inner of chosen) inner.reliable = true
      return chosen
        .map((inner) => `${inner.name}${inner.args === '' ? '' : argumentsFor(inner.args, chance)}`)
        .join(' ')
    }
    if (this.#values.includes(target)) {
      const inner = within(target)
      return inner && `${field.name}${args} { ${inner} }`
    }
    if (this.#entities.includes(target) && target !== entity) return this.#requiredOfEntity(subgraph, field, args)
    if (target.startsWith('U')) {
      const value = this.#abstracts.get(target)?.find((member) => this.#values.includes(member))
      const inner = value && within(value)
      return inner && `${field.name}${args} { ... on ${value} { ${inner} } }`
    }
    if (target.startsWith('I')) return `${field.name}${args} { id }`
    return undefined
  }

  /** Nothing in objects of a type may fail and take the object with it. */
  #makeReliable(type: string): void {
    for (const member of this.#abstracts.get(type) ?? [type])
      for (const field of this.#object(member).fields.values()) {
        if (field.reliable || !field.type.endsWith('!')) continue
        field.reliable = true
        if (!this.#isLeaf(field.type)) this.#makeReliable(namedType(field.type))
      }
  }

  /** A field of another subgraph's, of an entity that a required field leads to. */
  #requiredOfEntity(subgraph: SubgraphModel, field: Field, args: string): string {
    const target = namedType(field.type)
    const declaration = this.#declared(subgraph, target)
    const inner = [...this.#object(target).fields.values()].find(
      ({ name, type, neverNull, args: own }) =>
        own === '' &&
        !neverNull &&
        this.#isLeaf(type) &&
        !declaration.fields.has(name) &&
        !/^(extra|title|r\d)/.test(name),
    )
    if (!inner) return `${field.name}${args} { id }`
    inner.reliable = true
    declaration.fields.set(inner.name, `${inner.name}: ${inner.type} @external`)
    declaration.external.add(inner.name)
    return `${field.name}${args} { id ${inner.name} }`
  }

  #addRoots(): void {
    const chance = this.#chance
    for (const root of ['Query', 'Mutation']) this.#objects.set(root, { name: root, fields: new Map(), keys: [] })
    for (const subgraph of this.#subgraphs) {
      const targets = [...subgraph.types.keys()].filter((name) => name !== 'Spot')
      this.#declared(subgraph, 'Query').fields.set('ping', 'ping: Int @shareable')
      for (const target of targets) {
        const type = this.#wrapped(target)
        this.#declareField(
          subgraph,
          'Query',
          this.#field('Query', `${subgraph.name}${target}`, type, this.#someArgs(0.3)),
        )
        if (chance.often(0.3))
          this.#declareField(
            subgraph,
            'Mutation',
            this.#field('Mutation', `${subgraph.name}Set${target}`, type, '(x: Int)'),
          )
      }
    }
    this.#field('Query', 'ping', 'Int')
    const shared = chance.pick([...this.#entities, ...this.#values])
    const able = this.#some(
      this.#subgraphs.filter((subgraph) => subgraph.types.has(shared)),
      2,
    )
    const field = this.#field('Query', 'shared', this.#wrapped(shared))
    for (const subgraph of able) this.#declareField(subgraph, 'Query', field, ' @shareable')
    for (const interfaceName of [...this.#abstracts.keys()].filter((name) => !name.startsWith('U')))
      for (const { types } of this.#subgraphs) keepImplemented(types, interfaceName, this.#abstracts.get(interfaceName))
  }
}

/** An interface of a subgraph has only fields that its members have there. */
function keepImplemented(types: Map<string, Declaration>, name: string, members: readonly string[] = []): void {
  const declared = types.get(name)
  if (!declared?.head.startsWith('interface')) return
  for (const field of declared.fields.keys())
    if (!members.every((member) => types.get(member)?.fields.has(field))) declared.fields.delete(field)
}
