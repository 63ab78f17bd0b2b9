/** The members of an AbortSignal by which work can be given up. AbortSignal and Cancellation both have them. */
export interface CancelSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * Gives up one piece of work: an AbortController with its signal, for the path of every request. Making an AbortSignal
 * takes microseconds, because it is an event target and registered with the garbage collector.
 */
export class Cancellation implements CancelSignal {
  #aborted = false
  #reason: unknown
  #listeners: (() => void)[] | undefined

  get aborted(): boolean {
    return this.#aborted
  }

  get reason(): unknown {
    return this.#reason
  }

  /** Only the first call has an effect. */
  abort(reason: unknown): void {
    if (this.#aborted) return
    this.#aborted = true
    this.#reason = reason
    const listeners = this.#listeners
    this.#listeners = undefined
    for (const listener of listeners ?? []) listener()
  }

  /** A listener is called once, unless it was removed before. */
  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.#aborted) (this.#listeners ??= []).push(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners?.indexOf(listener) ?? -1
    if (at >= 0) this.#listeners?.splice(at, 1)
  }
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export function pause(milliseconds: number, signal: CancelSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, milliseconds)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
