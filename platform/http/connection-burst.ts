/** Of each owner one connection is read in so many milliseconds while others are accepted. */
const milliseconds = 20
/** A connection that is accepted in one turn is read in the next at the earliest. */
const turns = 2

/**
 * Delays connections that can wait while others are accepted. Node accepts one connection in each turn of the event loop:
 * if a burst of them is read as it is accepted, each turn executes a request, and a new connection of another client
 * waits as many turns to be accepted.
 */
export class ConnectionBurst<Owner> {
  readonly #now: () => number
  readonly #afterTurn: (callback: () => void) => unknown
  /** When a connection of each owner was read last during the burst. */
  readonly #readAt = new Map<Owner, number>()
  #acceptedAt = -Infinity
  /** For how many turns connections count as being accepted. */
  #turnsLeft = 0

  constructor(
    now: () => number = () => performance.now(),
    afterTurn: (callback: () => void) => unknown = (callback) => setImmediate(callback),
  ) {
    this.#now = now
    this.#afterTurn = afterTurn
  }

  /** Notes that a connection was accepted. */
  accept(): void {
    const now = this.#now()
    if (now - this.#acceptedAt >= milliseconds) this.#readAt.clear()
    this.#acceptedAt = now
    if (this.#turnsLeft === 0) this.#afterTurn(this.#endTurn)
    this.#turnsLeft = turns
  }

  /** Whether a connection of an owner may be read now, which then is read. */
  mayRead(owner: Owner): boolean {
    const now = this.#now()
    if (this.#turnsLeft > 0 && now - (this.#readAt.get(owner) ?? -Infinity) < milliseconds) return false
    this.#readAt.set(owner, now)
    return true
  }

  readonly #endTurn = (): void => {
    this.#turnsLeft -= 1
    if (this.#turnsLeft > 0) this.#afterTurn(this.#endTurn)
  }
}
