/** While connections are being accepted, at most one of each owner is read in this time. */
const milliseconds = 20
/** Turns for which a burst lasts after an accepted connection, because it is read in the next turn at the earliest. */
const turns = 2

/**
 * Spreads out the reading of connections while a burst of them is being accepted. Node accepts one connection in each
 * turn of the event loop. If a burst were read at once, every turn would also execute a request, and another client's
 * connection would wait for all of those turns before it is accepted.
 */
export class ConnectionBurst<Owner> {
  readonly #now: () => number
  readonly #afterTurn: (callback: () => void) => unknown
  /** When each owner last had a connection read during the burst. */
  readonly #readAt = new Map<Owner, number>()
  #acceptedAt = -Infinity
  /** How many more turns the burst lasts; 0 outside of one. */
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

  /** Whether a connection of this owner may be read now; if so, it counts as read. */
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
