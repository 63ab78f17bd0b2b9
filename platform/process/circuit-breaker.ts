import { Unavailable } from './failures.ts'

export interface CircuitBreakerOptions {
  /** Failures in a row after which nothing more is tried for a while. */
  readonly maxFailures?: number
  readonly pauseMilliseconds?: number
  /** In milliseconds; never goes back. */
  readonly now?: () => number
}

/**
 * Spares a dependency that fails again and again: work for it is refused at once, except one attempt after each pause.
 * When that succeeds, everything is let through again.
 */
export class CircuitBreaker {
  readonly #name: string
  readonly #maxFailures: number
  readonly #pauseMilliseconds: number
  readonly #now: () => number
  #failures = 0
  #closedUntil = 0
  #isTrying = false

  constructor(
    name: string,
    { maxFailures = 5, pauseMilliseconds = 1_000, now = () => performance.now() }: CircuitBreakerOptions = {},
  ) {
    this.#name = name
    this.#maxFailures = maxFailures
    this.#pauseMilliseconds = pauseMilliseconds
    this.#now = now
  }

  /** Throws Unavailable while nothing is tried; otherwise one of the others must be called afterwards. */
  enter(): void {
    if (this.#failures < this.#maxFailures) return
    if (this.#isTrying || this.#now() < this.#closedUntil)
      throw new Unavailable(`${this.#name} failed ${this.#failures} times in a row and is not tried for a moment`)
    this.#isTrying = true
  }

  succeeded(): void {
    this.#failures = 0
    this.#isTrying = false
  }

  failed(): void {
    this.#failures += 1
    this.#isTrying = false
    this.#closedUntil = this.#now() + this.#pauseMilliseconds
  }

  /** Ended without a result, for a reason that says nothing about the dependency. */
  abandoned(): void {
    this.#isTrying = false
  }
}
