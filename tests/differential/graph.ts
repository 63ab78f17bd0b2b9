import { composeServices } from '@apollo/composition'
import { buildSubgraphSchema } from '@apollo/subgraph'
import {
  execute,
  isInterfaceType,
  isObjectType,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql'
import type { GraphQLExecutor, GraphQLOperation } from '../../platform/graphql/executor.ts'
import { sdlOf, type Declaration, type Model, type SubgraphModel } from './model.ts'
import { randomModel } from './random-model.ts'
import type { Chance } from '../../bench/chance.ts'
import { canonical, type World, type Arguments, type Thing } from './world.ts'

export interface ComposedGraph {
  readonly model: Model
  readonly contracts: Readonly<Record<string, string>>
  readonly supergraphSdl: string
}

/** Makes up graphs until one can be composed. */
export function randomGraph(chance: Chance): ComposedGraph {
  const reasons: string[] = []
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const model = randomModel(chance)
    const contracts = Object.fromEntries(model.subgraphs.map((subgraph) => [subgraph.name, sdlOf(subgraph)]))
    const { supergraphSdl, errors } = composeServices(
      Object.entries(contracts).map(([name, text]) => ({ name, url: `http://${name}.invalid`, typeDefs: parse(text) })),
    )
    if (supergraphSdl) return { model, contracts, supergraphSdl }
    reasons.push(errors?.[0]?.message ?? '')
  }
  throw new Error(`No graph could be composed:\n${reasons.slice(-5).join('\n')}`)
}

export const rootThing = (type: string): Thing => ({ __typename: type, type, number: 0 })

/** Resolves a field of the composed graph from the world. */
export const worldResolver =
  (world: World): GraphQLFieldResolver<Thing, unknown, Arguments> =>
  (thing, args, _context, { fieldName, parentType }) =>
    fieldName === 'num' || fieldName === 'zone'
      ? (thing as unknown as Record<string, unknown>)[fieldName]
      : world.value(thing ?? rootThing(parentType.name), fieldName, args)

/** An executor for each subgraph. It refuses what no gateway should ask of it. */
export function executorsOf({ model, contracts }: ComposedGraph, world: World): Record<string, GraphQLExecutor> {
  return Object.fromEntries(
    model.subgraphs.map((subgraph) => [subgraph.name, executorOf(subgraph, contracts[subgraph.name] ?? '', world)]),
  )
}

type Representation = Readonly<Record<string, unknown>>
type Represented = Thing & { readonly representation?: Representation }

function executorOf(subgraph: SubgraphModel, contract: string, world: World): GraphQLExecutor {
  const schema = subgraphSchema(subgraph, contract, world)
  const fromWorld = worldResolver(world)
  const fieldResolver: GraphQLFieldResolver<Represented, unknown, Arguments> = (thing, args, context, info) => {
    const { fieldName: name, parentType } = info
    const declaration = subgraph.types.get(parentType.name)
    if (declaration) checkRequested(subgraph.name, declaration, thing, parentType.name, name, world)
    const value = fromWorld(thing, args, context, info)
    const provided = declaration?.provides.get(name)
    return provided ? eachThing(value, (one) => ({ ...one, provided })) : value
  }
  const documents = new Map<string, DocumentNode>()
  const documentOf = (text: string): DocumentNode => {
    const known = documents.get(text)
    if (known) return known
    const document = parse(text)
    const errors = validate(schema, document)
    if (errors.length > 0)
      throw new Error(`${subgraph.name} was asked what is not valid: ${errors.join('\n')}\n${text}`)
    documents.set(text, document)
    return document
  }
  return {
    async execute({ query, variables, operationName }: GraphQLOperation): Promise<ExecutionResult> {
      const result = await execute({
        schema,
        document: documentOf(query),
        variableValues: variables,
        operationName,
        fieldResolver: fieldResolver as GraphQLFieldResolver<unknown, unknown>,
        typeResolver: (thing) => (thing as Thing).__typename,
      })
      // What a subgraph returned is not the engine's to change.
      return frozen(result)
    },
    subscribe: () => Promise.reject(new Error('There are no subscriptions')),
    close: () => Promise.resolve(),
  }
}

function subgraphSchema(subgraph: SubgraphModel, contract: string, world: World): GraphQLSchema {
  const resolvers: Record<string, object> = {}
  for (const [name, { keys }] of subgraph.types)
    if (keys.size > 0)
      resolvers[name] = {
        __resolveReference(representation: Representation): Represented {
          const thing = world.entity(name, representation)
          const isInterface = isInterfaceType(schema.getType(name))
          return { ...thing, ...(isInterface ? { __typename: thing.type } : {}), representation }
        },
      }
  const schema = buildSubgraphSchema({ typeDefs: parse(contract), resolvers: resolvers as never })
  for (const type of Object.values(schema.getTypeMap()))
    if (isInterfaceType(type)) type.resolveType = (thing) => (thing as Thing).__typename
    else if (isObjectType(type)) delete type.isTypeOf
  return schema
}

/** Throws when a subgraph is asked for a field that it does not have, or without what that field requires. */
function checkRequested(
  subgraph: string,
  declaration: Declaration,
  thing: Represented,
  type: string,
  name: string,
  world: World,
): void {
  const required = declaration.requires.get(name)
  if (required !== undefined) {
    const expected = world.selected(thing, required)
    for (const [field, value] of Object.entries(expected)) {
      const given = thing.representation?.[field]
      if (!covers(given, value))
        throw new Error(`${subgraph} got ${canonical(given)} for ${type}.${field}, which is ${canonical(value)}`)
    }
  }
  if (declaration.external.has(name) && !thing.provided?.includes(name))
    throw new Error(`${subgraph} was asked for ${type}.${name}, which is not its own`)
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/** Whether a value has everything that is required; it may have more, for another field's sake. */
function covers(given: unknown, required: unknown): boolean {
  if (Array.isArray(required))
    return (
      Array.isArray(given) &&
      given.length === required.length &&
      required.every((value, index) => covers(given[index], value))
    )
  if (typeof required !== 'object' || required === null) return given === required
  return (
    typeof given === 'object' &&
    given !== null &&
    Object.entries(required).every(([name, value]) => covers((given as Record<string, unknown>)[name], value))
  )
}

function eachThing(value: unknown, change: (thing: Thing) => Thing): unknown {
  if (Array.isArray(value)) return value.map((one) => eachThing(one, change))
  return value === null ? value : change(value as Thing)
}
