import type { Clock } from '../values/clock.ts'

/** How far apart two clocks may drift: 200 parts in a million is more than any that is not broken. */
const drift = 0.0002

interface Reading {
  /** When it was taken, by this process's steady timer, and what the other clock showed; in milliseconds. */
  readonly takenAt: number
  readonly time: number
  /** How wrong it may be. */
  readonly error: number
}

/**
 * The clock of another machine, known from readings. Between readings it advances by this process's monotonic timer, so
 * changes of our own machine's clock do not affect it.
 */
export class ReadClock implements Clock {
  readonly #steady: () => number
  #reading: Reading | undefined
  /** The latest time shown, so that two readings that agree never show an earlier one. */
  #shown = -Infinity

  constructor(steady: () => number = () => performance.now()) {
    this.#steady = steady
  }

  now(): Date {
    if (!this.#reading) throw new Error('The clock has not been read yet')
    const { time, takenAt } = this.#reading
    this.#shown = Math.max(this.#shown, Math.floor(time + this.#steady() - takenAt))
    return new Date(this.#shown)
  }

  /** Adds what the other clock showed at some moment between two moments of the steady timer. */
  read(time: number, requestedAt: number, respondedAt: number): void {
    const fresh: Reading = { time, takenAt: (requestedAt + respondedAt) / 2, error: (respondedAt - requestedAt) / 2 }
    const known = this.#reading
    if (known) {
      const elapsed = fresh.takenAt - known.takenAt
      const knownError = known.error + elapsed * drift
      const agrees = Math.abs(known.time + elapsed - time) <= knownError + fresh.error
      // A slow reading is less accurate than an earlier quick one, unless the other clock was changed meanwhile.
      if (agrees && knownError <= fresh.error) return
      if (!agrees) this.#shown = -Infinity
    }
    this.#reading = fresh
  }
}
