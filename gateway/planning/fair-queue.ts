/** A queue in which callers take turns: one that adds much waits for itself, and not the others for it. */
export class FairQueue<T> {
  // A Map keeps insertion order: a caller that had its turn moves to the end.
  readonly #waiting = new Map<string, T[]>()

  add(caller: string, item: T): void {
    const own = this.#waiting.get(caller)
    if (own) own.push(item)
    else this.#waiting.set(caller, [item])
  }

  /** The first item of the caller whose turn it is. */
  take(): T | undefined {
    for (const [caller, items] of this.#waiting) {
      this.#waiting.delete(caller)
      const item = items.shift()
      if (items.length > 0) this.#waiting.set(caller, items)
      return item
    }
    return undefined
  }

  waitingOf(caller: string): number {
    return this.#waiting.get(caller)?.length ?? 0
  }
}
