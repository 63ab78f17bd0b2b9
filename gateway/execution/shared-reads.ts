import type { ExecutionResult } from 'graphql'
import type { ExecuteOptions, GraphQLExecutor, GraphQLOperation } from '../../platform/graphql/executor.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { Executors } from './run-plan.ts'

/** What decides which data a caller may see, and in which language. */
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
  readonly result: Promise<ExecutionResult>
  readonly startedAt: number
  readonly abort: AbortController
  /** Callers who still wait. */
  waiting: number
}

/**
 * Executors with which requests of the same key that read the same with the same rights at the same moment share one
 * response, as those without a key do. No caller joins a read that began before a change whose caller may have its answer already.
 */
export class SharedReads {
  readonly executors: Executors
  /** The same without sharing: what they return may be changed. */
  readonly unshared: Executors
  readonly #running = new Map<string, Running>()
  readonly #rights = new WeakMap<Identity, string>()

  constructor(executors: Executors) {
    this.unshared = executors
    this.executors = Object.fromEntries(
      Object.entries(executors).map(([name, executor]) => [
        name,
        {
          execute: (operation, identity, options = {}) =>
            options.isMutation
              ? this.#change(executor, operation, identity, options)
              : this.#read(name, executor, operation, identity, options),
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
    name: string,
    executor: Pick<GraphQLExecutor, 'execute'>,
    operation: GraphQLOperation,
    identity: Identity,
    { signal, mayShare = true }: ExecuteOptions,
  ): Promise<ExecutionResult> {
    const { query, variables, variablesText = JSON.stringify(variables) } = operation
    const key = `${name} ${mayShare ? 'shared' : 'copied'}\n${this.#rightsOf(identity)}\n${query}\n${variablesText}`
    const now = performance.now()
    let running = this.#running.get(key)
    if (!running || now - running.startedAt > maxAgeMilliseconds || running.abort.signal.aborted) {
      const abort = new AbortController()
      const result = executor.execute({ ...operation, variablesText }, identity, {
        signal: abort.signal,
        mayShare,
      })
      const started = { result, startedAt: now, abort, waiting: 0 }
      this.#running.set(key, started)
      const end = (): void => void (this.#running.get(key) === started && this.#running.delete(key))
      result.then(end, end)
      running = started
    }
    return joined(running, signal)
  }

  #rightsOf(identity: Identity): string {
    let rights = this.#rights.get(identity)
    // A subgraph also knows the key, and returns it for `viewer`.
    if (!rights) this.#rights.set(identity, (rights = JSON.stringify([rightsOf(identity), identity.key?.id])))
    return rights
  }
}

/** Waits for a read, which is aborted when its last caller has left. */
function joined(running: Running, signal: AbortSignal | undefined): Promise<ExecutionResult> {
  running.waiting += 1
  // A caller without a signal always waits.
  if (!signal) return running.result
  const leave = (): void => {
    running.waiting -= 1
    if (running.waiting === 0) running.abort.abort(signal.reason)
  }
  if (signal.aborted) leave()
  else {
    signal.addEventListener('abort', leave, { once: true })
    const forget = (): void => signal.removeEventListener('abort', leave)
    running.result.then(forget, forget)
  }
  return running.result
}
