import { Cancellation, type CancelSignal } from '../process/cancellation.ts'
import type { Identity } from '../trust/identity.ts'
import type { GraphQLOperation } from './executor.ts'

/** Sends operations together and returns their results, in the same order. */
export type SendBatch<Result> = (
  operations: readonly GraphQLOperation[],
  identity: Identity,
  signal: CancelSignal | undefined,
) => Promise<readonly Result[]>

interface Waiting<Result> {
  readonly operation: GraphQLOperation
  readonly signal: CancelSignal | undefined
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** A slow query delays the others of its batch, so these must not be very many. */
const maxOperations = 20

/**
 * Queries that are begun at the same moment for the same caller, which are sent in one request: the fetches of one step
 * of a plan. A request costs more than most queries do.
 */
export class Batches<Result> {
  /** Those that are not sent yet. */
  readonly #begun = new Map<Identity, Waiting<Result>[]>()

  constructor(private readonly send: SendBatch<Result>) {}

  add(operation: GraphQLOperation, identity: Identity, signal: CancelSignal | undefined): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { operation, signal, resolve, reject }
      const batch = this.#begun.get(identity)
      if (batch && batch.length < maxOperations) return void batch.push(waiting)
      const begun = [waiting]
      this.#begun.set(identity, begun)
      // A microtask later, when all fetches of a step have begun; queueMicrotask would take longer.
      void Promise.resolve().then(() => {
        if (this.#begun.get(identity) === begun) this.#begun.delete(identity)
        return this.#run(begun, identity)
      })
    })
  }

  async #run(batch: readonly Waiting<Result>[], identity: Identity): Promise<void> {
    try {
      const operations = batch.map(({ operation }) => operation)
      const results = await this.send(operations, identity, untilAllLeft(batch))
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}

/** Aborted when nothing of a batch is needed any more: never, where one of its queries has no signal. */
function untilAllLeft(batch: readonly { readonly signal: CancelSignal | undefined }[]): CancelSignal | undefined {
  const [first] = batch
  if (batch.length === 1) return first?.signal
  const cancellation = new Cancellation()
  let waiting = batch.length
  for (const { signal } of batch) {
    const leave = (): void => {
      waiting -= 1
      if (waiting === 0) cancellation.abort(signal?.reason)
    }
    if (signal?.aborted) leave()
    else signal?.addEventListener('abort', leave, { once: true })
  }
  return cancellation
}
