import type { Send } from './client.ts'

type Kind = 'read' | 'write'

/** Successful requests in sequence by which the product counts as recovered. */
const recoveredAfter: Readonly<Record<Kind, number>> = { read: 10, write: 10 }

/** Records when requests of the load fail and when they succeed again. Times are of the monotonic clock. */
export class Journal {
  failures = 0
  successes = 0
  firstFailureAt: number | undefined
  lastFailureAt: number | undefined
  #successesSince: Record<Kind, number> = { read: 0, write: 0 }

  /** A request that reports its outcome here; a response of the server below 500 is a success. */
  noting(send: Send): Send {
    return async (method, path, body, headers) => {
      const kind = method === 'GET' ? 'read' : 'write'
      try {
        const response = await send(method, path, body, headers)
        if (response.status >= 500) this.#failed()
        else this.#succeeded(kind)
        return response
      } catch (error) {
        this.#failed()
        throw error
      }
    }
  }

  /** Begins to count failures for another fault. */
  begin(): void {
    this.failures = 0
    this.firstFailureAt = undefined
    this.lastFailureAt = undefined
    this.unsettle()
  }

  /** Requires successes from now on. */
  unsettle(): void {
    this.#successesSince = { read: 0, write: 0 }
  }

  get isSettled(): boolean {
    return (['read', 'write'] as const).every((kind) => this.#successesSince[kind] >= recoveredAfter[kind])
  }

  #failed(): void {
    const now = performance.now()
    this.failures += 1
    this.firstFailureAt ??= now
    this.lastFailureAt = now
    this.unsettle()
  }

  #succeeded(kind: Kind): void {
    this.successes += 1
    this.#successesSince[kind] += 1
  }
}
