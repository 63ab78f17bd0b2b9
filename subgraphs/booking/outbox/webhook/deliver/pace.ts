/** How many failures in a row slow deliveries to a receiver down. */
const failuresUntilPause = 3
const pauseMilliseconds = 50

/**
 * How many requests one receiver may have under way at once: one at first, one more after each success, and one again
 * once it does not respond, so that a receiver that is dead occupies one place and a busy one is given more.
 */
export class Pace {
  #inFlight = 1
  #failures = 0

  /** How many requests may be under way now, at most `max`. */
  allowed(max: number): number {
    return Math.min(this.#inFlight, max)
  }

  /** How long to wait before the next attempt; a receiver that only fails must not take time from the others. */
  get pauseMilliseconds(): number {
    return this.#failures >= failuresUntilPause ? pauseMilliseconds : 0
  }

  succeeded(max: number): void {
    this.#inFlight = Math.min(this.#inFlight + 1, max)
    this.#failures = 0
  }

  failed(hasStatus: boolean): void {
    this.#inFlight = hasStatus ? Math.max(1, Math.floor(this.#inFlight / 2)) : 1
    this.#failures += 1
  }
}
