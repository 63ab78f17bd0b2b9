// One run of the example in ../plan/compiled-plan.ts:
//   fetch 0 returns   { _0: { __typename: 'Cenote', id: '1', name: 'Azul', isActive: true,
//                       pricing: { adultCents: 350 } } }
//   fetch 1 requests  [{ __typename: 'Cenote', id: '1', isActive: true, pricing: { adultCents: 350 } }]
//   and returns       { _entities: [{ _1: { totalCents: 700 } }] }
// Then the partial results of the cenote, which the index has by the object `_0` of fetch 0, are that object in part 0
// and { _1: { totalCents: 700 } } in part 1.

import { GraphQLError, type ExecutionResult, type GraphQLFormattedError } from 'graphql'
import type { GraphQLExecutor } from '../../../platform/graphql/executor.ts'
import type { CancelSignal } from '../../../platform/process/cancellation.ts'
import { inSpan } from '../../../platform/process/tracing.ts'
import { workClock } from '../../../platform/process/work-account.ts'
import { DependencyCollector } from '../../cache/dependencies.ts'
import type { ReadResult } from '../../cache/cached-reads.ts'
import type { Identity } from '../../../platform/trust/identity.ts'
import { fetchSeconds } from '../../metrics.ts'
import {
  ResultIndex,
  PartialResults,
  type CompiledPlan,
  type Data,
  type Fetch,
  type ObjectResults,
  type Position,
  type Representation,
  type Step,
} from '../plan/index.ts'

export type Executors = Readonly<Record<string, Pick<GraphQLExecutor, 'execute'>>>

/** The inputs of one run of a plan. */
export interface RunOptions {
  readonly executors: Executors
  readonly identity: Identity
  readonly variables: Readonly<Record<string, unknown>>
  /** Aborted when the result is not needed any more. */
  readonly signal?: CancelSignal | undefined
  /** When the request began, by `performance.now()`: what it reads need not be newer. */
  readonly begunAt?: number | undefined
}

/** Keys of the planner's names, and positions in lists. */
export type InternalPath = readonly (string | number)[]

/** An error with its path in the data that was gathered. */
export interface LocatedError {
  readonly error: GraphQLError | GraphQLFormattedError
  readonly path: InternalPath | undefined
  /** The index of the fetch that reported it. */
  readonly fetch: number
}

/** The results of a plan's fetches. */
export interface Gathered {
  readonly root: ObjectResults
  readonly index: ResultIndex
  readonly errors: readonly LocatedError[]
  /** Fetches without any response: what they would have provided is missing for this reason. */
  readonly failed: ReadonlySet<number>
  /** The tags that the response depends on; `all` is undefined when it must not be cached. */
  readonly dependencies: DependencyCollector
}

/**
 * Runs the steps of a plan. A failed step is an error, and the rest of the plan continues. `given` is the response to
 * the fetch number 0 of a plan that was compiled with one.
 */
export async function runPlan(plan: CompiledPlan, options: RunOptions, given?: Data): Promise<Gathered> {
  const run = new PlanRun(plan, options)
  if (given) run.root.byPart[0] = given
  if (plan.step) await run.step(plan.step)
  return run
}

/** Measures one fetch. */
async function timed(subgraph: string, fetch: () => Promise<ReadResult>): Promise<ReadResult> {
  const begun = performance.now()
  let outcome = 'failed'
  try {
    const result = await inSpan(`fetch ${subgraph}`, {}, fetch)
    outcome = result.errors ? 'errors' : 'ok'
    return result
  } finally {
    fetchSeconds.observe({ subgraph, outcome }, (performance.now() - begun) / 1_000)
  }
}

class PlanRun implements Gathered {
  readonly root = new PartialResults()
  readonly index = new ResultIndex()
  readonly errors: LocatedError[] = []
  readonly failed = new Set<number>()
  readonly dependencies = new DependencyCollector()
  /** Reads after a mutation of the same request must be as new as the mutation. */
  #begunAt: number | undefined

  constructor(
    private readonly plan: CompiledPlan,
    private readonly options: RunOptions,
  ) {
    this.#begunAt = options.begunAt
  }

  async step(step: Step): Promise<void> {
    if (step.kind === 'fetch') return this.#fetch(step.fetch)
    if (step.kind === 'parallel') return void (await Promise.all(step.steps.map((inner) => this.step(inner))))
    for (const inner of step.steps) await this.step(inner)
  }

  async #fetch(fetch: Fetch): Promise<void> {
    try {
      if (fetch.representation) await this.#fetchEntities(fetch, fetch.representation)
      else await this.#fetchOnce(fetch)
    } catch (error) {
      this.failed.add(fetch.index)
      this.#report(fetch, [
        error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error }),
      ])
    }
  }

  /** A fetch for the root, or one that is the same for every object it adds to. */
  async #fetchOnce(fetch: Fetch): Promise<void> {
    const objects = fetch.path.length === 0 ? [this.root] : this.#objectsAt(fetch)
    if (objects.length === 0) return
    const { data, errors } = await this.#ask(fetch)
    this.#report(fetch, errors)
    if (data === null || data === undefined) this.failed.add(fetch.index)
    for (const object of objects) object.byPart[fetch.part] = data
  }

  async #fetchEntities(fetch: Fetch, represent: NonNullable<Fetch['representation']>): Promise<void> {
    const unique = new Representations()
    const objects: PartialResults[] = []
    const indexOf: number[] = []
    for (const results of this.#objectsAt(fetch)) {
      const representation = represent(results, this.index)
      if (!representation) continue
      objects.push(results)
      indexOf.push(unique.add(representation))
    }
    const representations = unique.all
    if (representations.length === 0) return
    const { data, errors } = await this.#ask(fetch, representations)
    if (errors.length > 0)
      this.#report(fetch, errors, new Map(objects.map((results, at) => [results, indexOf[at] ?? 0])))
    if (data === null || data === undefined) return void this.failed.add(fetch.index)
    const entities: unknown = data['_entities']
    if (!Array.isArray(entities) || entities.length !== representations.length)
      throw new Error(`${fetch.subgraph} returned another number of entities than requested`)
    if (entities.some((entity) => entity !== null && (typeof entity !== 'object' || Array.isArray(entity))))
      throw new Error(`${fetch.subgraph} returned entities that are no objects`)
    objects.forEach((results, at) => (results.byPart[fetch.part] = entities[indexOf[at] ?? 0] as Data | null))
  }

  async #ask(
    { subgraph, query, operationName, isMutation, variables: names }: Fetch,
    representations?: readonly Representation[],
  ): Promise<{ data: Data | null | undefined; errors: NonNullable<ExecutionResult['errors']> }> {
    const { executors, identity, variables: given, signal } = this.options
    const executor = executors[subgraph]
    if (!executor) throw new Error(`No executor for the subgraph ${subgraph} is configured`)
    const variables: Record<string, unknown> = {}
    for (const name of names) if (Object.hasOwn(given, name) && given[name] !== undefined) variables[name] = given[name]
    if (representations) variables['representations'] = representations
    // Several callers may wait for the same read.
    const result: ReadResult = await workClock.resume(
      timed(subgraph, () =>
        executor.execute(
          { query, variables, ...(operationName === undefined ? {} : { operationName }) },
          identity,
          isMutation ? { isMutation } : { signal, begunAt: this.#begunAt },
        ),
      ),
    )
    if (isMutation) this.#begunAt = performance.now()
    const { data, errors = [], dependencies } = result
    this.dependencies.add(dependencies)
    if ((data === null || data === undefined) && errors.length === 0)
      throw new Error(`${subgraph} returned neither data nor errors`)
    return { data, errors }
  }

  /** The objects that a fetch adds to: they have partial results. */
  #objectsAt(fetch: Fetch): PartialResults[] {
    const collector = new Collector(fetch, this.index)
    collector.collect(this.plan.root, this.root, 0)
    return collector.objects
  }

  /** Adds errors of a subgraph, with their paths in the whole response. */
  #report(
    fetch: Fetch,
    errors: readonly (GraphQLError | GraphQLFormattedError)[],
    indexOf?: ReadonlyMap<PartialResults, number>,
  ): void {
    for (const error of errors)
      for (const path of this.#pathsOf(fetch, error.path, indexOf))
        this.errors.push({ error, path, fetch: fetch.index })
  }

  /** Where an error belongs: at every object that it is about; at the first field where its subgraph names none. */
  #pathsOf(
    fetch: Fetch,
    path: InternalPath | undefined,
    indexOf: ReadonlyMap<PartialResults, number> | undefined,
  ): (InternalPath | undefined)[] {
    const renamed = (keys: InternalPath): InternalPath => keys.map((key) => fetch.renamed.get(String(key)) ?? key)
    if (fetch.representation) {
      const [first, index, ...within] = path ?? []
      const isAboutOne = first === '_entities' && typeof index === 'number'
      const paths: InternalPath[] = []
      visit(this.plan.root, this.root, fetch.path, this.index, (object, at) => {
        if (isAboutOne ? indexOf?.get(object as PartialResults) === index : paths.length === 0)
          paths.push([...at, ...renamed(within)])
      })
      return paths.length > 0 ? paths.slice(0, maxPathsOfError) : [fetch.path]
    }
    const first = fetch.firstField === undefined ? [] : [fetch.firstField]
    if (fetch.path.length === 0) return path ? [renamed(path)] : first.length > 0 ? [first] : [undefined]
    const paths: InternalPath[] = []
    visit(this.plan.root, this.root, fetch.path, this.index, (_object, at) => {
      paths.push([...at, ...(path ? renamed(path) : first)])
    })
    return path ? paths.slice(0, maxPathsOfError) : paths.slice(0, 1)
  }
}

/** An entity that occurs often is reported so often. */
const maxPathsOfError = 100

/** Representations of entities; objects that are represented alike are requested once. */
class Representations {
  readonly all: Representation[] = []
  /** Indexes by the type and the value of the key, for the usual keys of one field; by their JSON for all others. */
  readonly #simple = new Map<unknown, Map<unknown, number>>()
  readonly #others = new Map<string, number>()

  /** The index of a representation among those that are requested. */
  add(representation: Representation): number {
    let members = 0
    let key: unknown
    for (const name in representation) {
      members += 1
      if (name !== '__typename') key = representation[name]
    }
    if (members !== 2 || typeof key !== 'string')
      return this.#index(this.#others, JSON.stringify(representation), representation)
    const typeName = representation['__typename']
    let known = this.#simple.get(typeName)
    if (!known) this.#simple.set(typeName, (known = new Map<unknown, number>()))
    return this.#index(known, key, representation)
  }

  #index<K>(known: Map<K, number>, key: K, representation: Representation): number {
    let index = known.get(key)
    if (index === undefined) known.set(key, (index = this.all.push(representation) - 1))
    return index
  }
}

/** Collects the objects that a fetch adds to, those within lists one by one. */
class Collector {
  readonly objects: PartialResults[] = []

  constructor(
    private readonly fetch: Fetch,
    private readonly index: ResultIndex,
  ) {}

  collect(position: Position, results: ObjectResults, depth: number): void {
    if (results instanceof PartialResults) {
      if (results.collectedFor === this.fetch.index) return
      results.collectedFor = this.fetch.index
    }
    const key = this.fetch.path[depth]
    if (key === undefined) return void this.objects.push(results as PartialResults)
    this.#each(position.child(key), position.finder(key)(results, this.index), depth + 1)
  }

  #each(position: Position, value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) for (const item of value) this.#each(position, item, depth)
    else this.collect(position, position.enter(value, this.index), depth)
  }
}

/** Visits the objects at a path, with where each stands: only errors need it. */
function visit(
  position: Position,
  results: ObjectResults,
  [key, ...rest]: readonly string[],
  index: ResultIndex,
  visitor: (results: ObjectResults, at: InternalPath) => void,
  at: InternalPath = [],
): void {
  if (key === undefined) return visitor(results, at)
  const child = position.child(key)
  const each = (value: unknown, where: InternalPath): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) value.forEach((item, itemIndex) => each(item, [...where, itemIndex]))
    else visit(child, child.enter(value, index), rest, index, visitor, where)
  }
  each(position.finder(key)(results, index), [...at, key])
}
