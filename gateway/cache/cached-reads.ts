import { GraphQLError, type ExecutionResult, type GraphQLFormattedError } from 'graphql'
import type { ExecuteOptions, GraphQLExecutor, GraphQLOperation } from '../../platform/graphql/executor.ts'
import { turn } from '../../platform/process/turn.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { CachedFields, CacheRule, OperationRule } from './cached-fields.ts'
import { DependencyCollector } from './dependencies.ts'
import { sharingKey, type FactCache } from './fact-cache.ts'
import type { Dependencies } from './fact-store.ts'
import { dataBytes } from './weigh.ts'

type Executor = Pick<GraphQLExecutor, 'execute'>
type Executors = Readonly<Record<string, Executor>>
type Values = Record<string, unknown>

/** A result with what it depends on, when that is known. */
export interface ReadResult extends ExecutionResult {
  readonly dependencies?: Dependencies | undefined
}

interface Read {
  readonly subgraph: string
  readonly operation: GraphQLOperation
  readonly variables: Values
  readonly identity: Identity
  readonly options: ExecuteOptions
}

/** Executors that take from the cache what is the same for every caller, and store it there. */
export class CachedReads {
  readonly executors: Executors
  readonly #cache: FactCache
  readonly #fields: CachedFields

  constructor(executors: Executors, cache: FactCache, fields: CachedFields) {
    this.#cache = cache
    this.#fields = fields
    this.executors = Object.fromEntries(
      Object.entries(executors).map(([name, executor]) => [
        name,
        {
          execute: (operation, identity, options = {}) =>
            options.isMutation
              ? this.#change(executor, operation, identity, options)
              : this.#read(name, executor, operation, identity, options),
        } satisfies Executor,
      ]),
    )
  }

  async #change(
    executor: Executor,
    operation: GraphQLOperation,
    identity: Identity,
    options: ExecuteOptions,
  ): Promise<ExecutionResult> {
    try {
      return await executor.execute(operation, identity, options)
    } finally {
      this.#cache.changed()
    }
  }

  async #read(
    subgraph: string,
    executor: Executor,
    operation: GraphQLOperation,
    identity: Identity,
    options: ExecuteOptions,
  ): Promise<ReadResult> {
    const rule = this.#fields.of(operation.query)
    if (!rule) return executor.execute(operation, identity, options)
    const ready = this.#cache.ready(identity.environment, options.begunAt ?? performance.now())
    if (ready !== true && !(await ready)) return executor.execute(operation, identity, options)
    const read = { subgraph, operation, variables: operation.variables ?? {}, identity, options }
    return rule.kind === 'root' ? this.#readRoot(executor, rule, read) : this.#readEntities(executor, rule, read)
  }

  async #readRoot(
    executor: Executor,
    { id, rule }: OperationRule & { kind: 'root' },
    { subgraph, operation, variables, identity, options }: Read,
  ): Promise<ReadResult> {
    const tags = rule.isExcepted(variables) ? undefined : rule.tagsFor(variables)
    if (!tags) return executor.execute(operation, identity, options)
    const key = `${sharingKey(identity)}${id} ${JSON.stringify(variables)}`
    const stored = this.#cache.store.get(key)
    if (stored) return { data: stored.value as Values, dependencies: stored.dependencies }
    const dependencies = this.#cache.begin(identity.environment, rule.isTimed)(tags)
    const result = await executor.execute(operation, this.#cache.identityFor(subgraph, identity), toStore(options))
    if (result.errors || !result.data) return result
    const isStored = this.#cache.store.set(key, result.data, dataBytes(result.data), dependencies)
    return isStored ? { ...result, dependencies } : result
  }

  /** Takes the entities that are stored, and requests the others. */
  async #readEntities(
    executor: Executor,
    { id, rules }: OperationRule & { kind: 'entities' },
    { subgraph, operation, variables, identity, options }: Read,
  ): Promise<ReadResult> {
    const { representations, ...others } = variables as { representations: Values[] }
    const ruleOf = (representation: Values): CacheRule | undefined => rules.get(String(representation['__typename']))
    if ([...rules.values()].some((rule) => rule.isExcepted(variables)))
      return executor.execute(operation, identity, options)
    const { store } = this.#cache
    const prefix = `${sharingKey(identity)}${id} ${JSON.stringify(others)} `
    const keys = representations.map((representation) => prefix + JSON.stringify(representation))
    const collector = new DependencyCollector()
    const entities: unknown[] = []
    const missing: number[] = []
    keys.forEach((key, index) => {
      const stored = store.get(key)
      if (!stored) return void missing.push(index)
      entities[index] = stored.value
      collector.add(stored.dependencies)
    })
    if (missing.length === 0) return { data: { _entities: entities }, dependencies: collector.all }
    const isTimed = [...rules.values()].some((rule) => rule.isTimed)
    const dependenciesOn = this.#cache.begin(identity.environment, isTimed)
    const requested = missing.map((index) => representations[index] as Values)
    const result = await executor.execute(
      // The text of the variables is that of all representations.
      {
        query: operation.query,
        ...(operation.operationName === undefined ? {} : { operationName: operation.operationName }),
        variables: { ...others, representations: requested },
      },
      this.#cache.identityFor(subgraph, identity),
      toStore(options),
    )
    const read = result.data?.['_entities'] as unknown
    if (!Array.isArray(read) || read.length !== missing.length) {
      if (missing.length === representations.length) return result
      return executor.execute(operation, identity, options)
    }
    missing.forEach((index, at) => (entities[index] = read[at] as unknown))
    const data = { _entities: entities }
    if (result.errors) return { data, errors: result.errors.map((error) => withIndex(error, missing)) }
    const reported = reportedTags(result)
    for (const [at, index] of missing.entries()) {
      // Entities may have a year of days each, which are weighed one by one.
      if (at > 0 && turn.isOver) await turn.next()
      const representation = requested[at] as Values
      const rule = ruleOf(representation)
      const tags = rule && read[at] !== null ? tagsOf(rule, representation, reported) : undefined
      const dependencies = tags && dependenciesOn(tags)
      const isStored =
        rule && dependencies && store.set(keys[index] as string, read[at], dataBytes(read[at]), dependencies)
      collector.add(isStored ? dependencies : undefined)
    }
    return { data, dependencies: collector.all }
  }
}

/** Entries are copied before they are stored: an object that its resolvers work with may refer to much more than was selected. */
const toStore = (options: ExecuteOptions): ExecuteOptions => ({ ...options, mayShare: false })

/** The tags of one entity: declared, and reported where the contract demands it; undefined when any is missing. */
function tagsOf(
  rule: CacheRule,
  representation: Values,
  reported: Readonly<Record<string, readonly string[]>>,
): readonly string[] | undefined {
  const declared = rule.tagsFor(representation)
  if (!declared || !rule.isReported) return declared
  const named = reported[String(representation['id'])]
  return named && [...declared, ...named]
}

const reportedTags = ({ extensions }: ExecutionResult): Readonly<Record<string, readonly string[]>> =>
  (extensions?.['reads'] ?? {}) as Record<string, readonly string[]>

/** An error of one of the requested entities, at its index among all. */
function withIndex(error: GraphQLError, missing: readonly number[]): GraphQLError {
  const [entities, index, ...rest] = error.path ?? []
  if (typeof index !== 'number') return error
  const path = [entities as string, missing[index] ?? index, ...rest]
  // Over HTTP it is a plain object.
  if (!(error instanceof GraphQLError)) return { ...(error as GraphQLFormattedError), path } as unknown as GraphQLError
  const { message, extensions, originalError } = error
  return new GraphQLError(message, { path, extensions, ...(originalError ? { originalError } : {}) })
}
