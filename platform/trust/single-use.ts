import { maxSkewSeconds } from '../values/clock.ts'

/** How long a token may be in transit. */
export const maxTokenAgeSeconds = 60

const acceptedMilliseconds = (maxTokenAgeSeconds + maxSkewSeconds) * 1_000

/** Whether a token issued at an instant of its signer's clock is accepted now, by our clock. */
export function isRecent(issuedAt: number, now = Date.now()): boolean {
  return issuedAt <= now + maxSkewSeconds * 1_000 && now <= issuedAt + acceptedMilliseconds
}

/** A token from the fastest clock is accepted for this long. */
const cacheMilliseconds = acceptedMilliseconds + maxSkewSeconds * 1_000
/** Of each of two generations: about 100 MB, reached at more than 1,500 tokens a second. */
const maxIds = 1_000_000

/** Remembers the ids of accepted tokens for as long as they could be accepted again. */
export class SeenIds {
  readonly #limit: number
  readonly #now: () => number
  #current = new Set<string>()
  #previous = new Set<string>()
  #begun: number

  constructor({ limit = maxIds, now = () => performance.now() } = {}) {
    this.#limit = limit
    this.#now = now
    this.#begun = now()
  }

  /** Whether the id was seen. */
  has(id: string): boolean {
    return this.#current.has(id) || this.#previous.has(id)
  }

  /** Whether the id is seen for the first time. */
  add(id: string): boolean {
    if (this.#now() - this.#begun > cacheMilliseconds || this.#current.size >= this.#limit) {
      this.#previous = this.#current
      this.#current = new Set()
      this.#begun = this.#now()
    }
    if (this.has(id)) return false
    this.#current.add(id)
    return true
  }
}
