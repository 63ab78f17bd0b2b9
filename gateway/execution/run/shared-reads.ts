import type { ExecutionResult } from 'graphql'
import type { ExecuteOptions, GraphQLExecutor, GraphQLOperation } from '../../../platform/graphql/executor.ts'
import { SharedWork } from '../../../platform/process/shared-work.ts'
import type { Identity } from '../../../platform/trust/identity.ts'
import type { Executors } from './run-plan.ts'

/** The part of an identity that decides which data a caller may see, and in which language. */
export const rightsOf = ({ partnerId, environment, plan, scopes, locale }: Identity): unknown[] => [
  partnerId,
  environment,
  plan,
  [...scopes].sort(),
  locale,
]

/** A read that began so long ago is not joined: what it returns may be older than what its caller has seen elsewhere. */
const maxAgeMilliseconds = 250

interface Running {
  readonly work: SharedWork<ExecutionResult>
  readonly startedAt: number
}

/**
 * Executors with which requests of the same key that read the same with the same rights at the same moment share one
 * response, as those without a key do. No caller joins a read that began before a change whose caller may have its response already.
 */
export class SharedReads {
  readonly executors: Executors
  /** The same without sharing: what they return may be changed. */
  readonly unshared: Executors
  /** By the operation's text, which plans have once, and by everything else that a response depends on. */
  readonly #running = new Map<string, Map<string, Running>>()
  readonly #rights = new WeakMap<Identity, string>()

  constructor(executors: Executors) {
    this.unshared = executors
    this.executors = this.#sharing('')
  }

  /**
   * Executors that share reads among all that complete the same event. They join no other read: it may have begun before
   * the change that the event reports.
   */
  forEvent(cursor: string): Executors {
    return this.#sharing(cursor)
  }

  /** Executors of reads that are shared on one occasion. */
  #sharing(occasion: string): Executors {
    return Object.fromEntries(
      Object.entries(this.unshared).map(([name, executor]) => [
        name,
        {
          execute: (operation, identity, options = {}) =>
            options.isMutation
              ? this.#change(executor, operation, identity, options)
              : this.#read(`${name} ${occasion}`, executor, operation, identity, options),
        } satisfies Executors[string],
      ]),
    )
  }

  async #change(
    executor: Pick<GraphQLExecutor, 'execute'>,
    operation: GraphQLOperation,
    identity: Identity,
    options: ExecuteOptions,
  ): Promise<ExecutionResult> {
    try {
      return await executor.execute(operation, identity, options)
    } finally {
      this.#running.clear()
    }
  }

  #read(
    place: string,
    executor: Pick<GraphQLExecutor, 'execute'>,
    operation: GraphQLOperation,
    identity: Identity,
    { signal, mayShare = true }: ExecuteOptions,
  ): Promise<ExecutionResult> {
    const { query, variables, variablesText = JSON.stringify(variables) } = operation
    const key = `${place} ${mayShare ? 'shared' : 'copied'}\n${this.#rightsOf(identity)}\n${variablesText}`
    const now = performance.now()
    let ofQuery = this.#running.get(query)
    if (!ofQuery) this.#running.set(query, (ofQuery = new Map<string, Running>()))
    const all = ofQuery
    let running = all.get(key)
    if (!running || now - running.startedAt > maxAgeMilliseconds || running.work.isAbandoned) {
      const work = new SharedWork((signal) =>
        executor.execute({ ...operation, variablesText }, identity, { signal, mayShare }),
      )
      const started = { work, startedAt: now }
      all.set(key, started)
      const end = (): void => {
        if (all.get(key) === started) all.delete(key)
        if (all.size === 0 && this.#running.get(query) === all) this.#running.delete(query)
      }
      work.result.then(end, end)
      running = started
    }
    return running.work.join(signal)
  }

  #rightsOf(identity: Identity): string {
    let rights = this.#rights.get(identity)
    // A subgraph also knows the key, and returns it for `viewer`.
    if (!rights)
      this.#rights.set(identity, (rights = JSON.stringify([rightsOf(identity), identity.key?.id, identity.factsAt])))
    return rights
  }
}
