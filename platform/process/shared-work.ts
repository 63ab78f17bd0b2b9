import { Cancellation, type CancelSignal } from './cancellation.ts'

/** Work that several callers wait for; its signal is aborted when the last of them has left. */
export class SharedWork<T> {
  readonly result: Promise<T>
  readonly #cancellation = new Cancellation()
  #waiting = 0

  constructor(work: (signal: CancelSignal) => Promise<T>) {
    this.result = work(this.#cancellation)
  }

  /** Whether every caller has left, so that no other may join. */
  get isAbandoned(): boolean {
    return this.#cancellation.aborted
  }

  /** Waits for the result; a caller without a signal always does. */
  join(signal: CancelSignal | undefined): Promise<T> {
    this.#waiting += 1
    if (!signal) return this.result
    const leave = (): void => {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#cancellation.abort(signal.reason)
    }
    if (signal.aborted) leave()
    else {
      signal.addEventListener('abort', leave, { once: true })
      const forget = (): void => signal.removeEventListener('abort', leave)
      this.result.then(forget, forget)
    }
    return this.result
  }
}
