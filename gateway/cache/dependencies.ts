import type { Dependencies } from './fact-store.ts'

/** Collects what a response depends on while the operations of its plan run. */
export class DependencyCollector {
  readonly #tags = new Set<string>()
  #startedAt = Infinity
  #until = Infinity
  #isComplete = true

  /** Adds those of a part; without any the response is not cached. */
  add(part: Dependencies | undefined): void {
    if (!part) {
      this.#isComplete = false
      return
    }
    for (const tag of part.tags) this.#tags.add(tag)
    this.#startedAt = Math.min(this.#startedAt, part.startedAt)
    this.#until = Math.min(this.#until, part.until)
  }

  /** Undefined when a part of the response must not be cached. */
  get all(): Dependencies | undefined {
    if (!this.#isComplete || this.#startedAt === Infinity) return undefined
    return { tags: [...this.#tags], startedAt: this.#startedAt, until: this.#until }
  }
}
