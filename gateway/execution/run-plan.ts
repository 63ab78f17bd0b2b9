import { GraphQLError, type ExecutionResult, type GraphQLFormattedError } from 'graphql'
import type { GraphQLExecutor } from '../../platform/graphql/executor.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { CompiledPlan, Fetch, Representation, Step } from './compiled-plan.ts'
import { baseOf, type Additions, type Data, type Found, type Position } from './positions.ts'

export type Executors = Readonly<Record<string, Pick<GraphQLExecutor, 'execute'>>>

/** What one run of a plan works with. */
export interface RunOptions {
  readonly executors: Executors
  readonly identity: Identity
  readonly variables: Readonly<Record<string, unknown>>
  /** Aborted when the result is not needed any more. */
  readonly signal?: AbortSignal | undefined
}

/** Keys of the planner's names, and positions in lists. */
export type InternalPath = readonly (string | number)[]

/** An error with its path in the data that was gathered. */
export interface LocatedError {
  readonly error: GraphQLError | GraphQLFormattedError
  readonly path: InternalPath | undefined
}

/** What the subgraphs returned to the fetches of a plan. */
export interface Gathered {
  readonly root: Found
  readonly additions: Additions
  readonly errors: readonly LocatedError[]
  /** Fetches without any response: what they would have provided is missing for this reason. */
  readonly failed: ReadonlySet<number>
}

/**
 * Runs the steps of a plan. A failed step is an error, and the rest of the plan continues. `given` is the response to
 * the fetch number 0 of a plan that was compiled with one.
 */
export async function runPlan(plan: CompiledPlan, options: RunOptions, given?: Data): Promise<Gathered> {
  const run = new Run(plan, options)
  if (given) run.responses[0] = given
  if (plan.step) await run.step(plan.step)
  return { root: run.root, additions: run.additions, errors: run.errors, failed: run.failed }
}

class Run {
  readonly responses: (Data | null | undefined)[] = []
  readonly additions: { get(object: object): Data | null | undefined }[] = []
  readonly errors: LocatedError[] = []
  readonly failed = new Set<number>()

  constructor(
    private readonly plan: CompiledPlan,
    private readonly options: RunOptions,
  ) {}

  get root(): Found {
    return this.plan.root.root(this.responses, this.additions)
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
    if (fetch.path.length > 0 && this.#objectsAt(fetch.path).length === 0) return
    const { data, errors } = await this.#ask(fetch, {})
    this.#report(fetch, errors)
    if (data === null || data === undefined) this.failed.add(fetch.index)
    this.responses[fetch.index] = data
    this.additions[fetch.index] = { get: () => data }
  }

  async #fetchEntities(fetch: Fetch, represent: NonNullable<Fetch['representation']>): Promise<void> {
    // Objects that are represented alike are requested once.
    const indexes = new Map<string, number>()
    const representations: Representation[] = []
    const indexOf = new Map<Data, number>()
    for (const found of this.#objectsAt(fetch.path)) {
      const base = baseOf(found)
      if (!base || indexOf.has(base)) continue
      const representation = represent(found, this.additions)
      if (!representation) continue
      const text = JSON.stringify(representation)
      let index = indexes.get(text)
      if (index === undefined) {
        index = representations.push(representation) - 1
        indexes.set(text, index)
      }
      indexOf.set(base, index)
    }
    if (representations.length === 0) return
    const { data, errors } = await this.#ask(fetch, { representations })
    this.#report(fetch, errors, indexOf)
    if (data === null || data === undefined) return void this.failed.add(fetch.index)
    const entities: unknown = data['_entities']
    if (!Array.isArray(entities) || entities.length !== representations.length)
      throw new Error(`${fetch.subgraph} returned another number of entities than requested`)
    if (entities.some((entity) => entity !== null && (typeof entity !== 'object' || Array.isArray(entity))))
      throw new Error(`${fetch.subgraph} returned entities that are no objects`)
    this.additions[fetch.index] = {
      get(object) {
        const index = indexOf.get(object as Data)
        return index === undefined ? undefined : (entities[index] as Data | null)
      },
    }
  }

  async #ask(
    { subgraph, query, operationName, isMutation, variables: names }: Fetch,
    own: Data,
  ): Promise<{ data: Data | null | undefined; errors: NonNullable<ExecutionResult['errors']> }> {
    const { executors, identity, variables: given, signal } = this.options
    const executor = executors[subgraph]
    if (!executor) throw new Error(`No executor for the subgraph ${subgraph} is configured`)
    const variables: Record<string, unknown> = { ...own }
    for (const name of names) if (Object.hasOwn(given, name) && given[name] !== undefined) variables[name] = given[name]
    const { data, errors = [] } = await executor.execute(
      { query, variables, ...(operationName === undefined ? {} : { operationName }) },
      identity,
      isMutation ? { isMutation } : { signal },
    )
    if ((data === null || data === undefined) && errors.length === 0)
      throw new Error(`${subgraph} returned neither data nor errors`)
    return { data, errors }
  }

  #objectsAt(path: readonly string[]): Found[] {
    const found: Found[] = []
    collect(this.plan.root, this.root, path, 0, this.additions, found)
    return found
  }

  /** Adds errors of a subgraph, with their paths in the whole response. */
  #report(
    fetch: Fetch,
    errors: readonly (GraphQLError | GraphQLFormattedError)[],
    indexOf?: ReadonlyMap<Data, number>,
  ): void {
    for (const error of errors)
      for (const path of this.#pathsOf(fetch, error.path, indexOf)) this.errors.push({ error, path })
  }

  /** Where an error belongs: at every object that it is about; at the first field where its subgraph names none. */
  #pathsOf(
    fetch: Fetch,
    path: InternalPath | undefined,
    indexOf: ReadonlyMap<Data, number> | undefined,
  ): (InternalPath | undefined)[] {
    const renamed = (keys: InternalPath): InternalPath => keys.map((key) => fetch.renamed.get(String(key)) ?? key)
    if (fetch.representation) {
      const [first, index, ...within] = path ?? []
      const isAboutOne = first === '_entities' && typeof index === 'number'
      const paths: InternalPath[] = []
      visit(this.plan.root, this.root, fetch.path, this.additions, (object, at) => {
        const base = baseOf(object)
        if (isAboutOne ? base && indexOf?.get(base) === index : paths.length === 0)
          paths.push([...at, ...renamed(within)])
      })
      return paths.length > 0 ? paths.slice(0, maxPathsOfError) : [fetch.path]
    }
    const first = fetch.firstField === undefined ? [] : [fetch.firstField]
    if (fetch.path.length === 0) return path ? [renamed(path)] : first.length > 0 ? [first] : [undefined]
    const paths: InternalPath[] = []
    visit(this.plan.root, this.root, fetch.path, this.additions, (_object, at) => {
      paths.push([...at, ...(path ? renamed(path) : first)])
    })
    return path ? paths.slice(0, maxPathsOfError) : paths.slice(0, 1)
  }
}

/** An entity that occurs often is reported so often. */
const maxPathsOfError = 100

/** Collects the objects at a path, those within lists one by one. */
function collect(
  position: Position,
  found: Found,
  path: readonly string[],
  depth: number,
  additions: Additions,
  all: Found[],
): void {
  const key = path[depth]
  if (key === undefined) return void all.push(found)
  const child = position.child(key)
  const each = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(each)
    else if (typeof value === 'object' && value !== null)
      collect(child, value as Found, path, depth + 1, additions, all)
  }
  each(position.finder(key)(found, additions))
}

/** The same, with where each stands: only errors need it. */
function visit(
  position: Position,
  found: Found,
  [key, ...rest]: readonly string[],
  additions: Additions,
  visitor: (found: Found, at: InternalPath) => void,
  at: InternalPath = [],
): void {
  if (key === undefined) return visitor(found, at)
  const child = position.child(key)
  const each = (value: unknown, where: InternalPath): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) value.forEach((item, index) => each(item, [...where, index]))
    else visit(child, value as Found, rest, additions, visitor, where)
  }
  each(position.finder(key)(found, additions), [...at, key])
}
