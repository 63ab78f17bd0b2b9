import type { CancelSignal } from '../process/cancellation.ts'
import type { Identity } from '../trust/identity.ts'

/** A caller in another process that waits for a result. */
export interface WaitingCaller {
  /** Aborted when it has left, or its time is over. */
  readonly signal: CancelSignal
  /** On the clock of `performance.now()`. */
  readonly endsAt: number
}

const waiting = new WeakMap<Identity, WaitingCaller>()

/**
 * Remembers who waits for what is done in the name of an identity, so that requests to other processes that it causes
 * end with the caller too. An identity is one object for each request.
 */
export const rememberCaller = (identity: Identity, caller: WaitingCaller): void => void waiting.set(identity, caller)

/** Who waits; undefined when the work is to be done in any case. */
export const waitingCaller = (identity: Identity): WaitingCaller | undefined => waiting.get(identity)
