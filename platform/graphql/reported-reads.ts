/**
 * Tags of what was read for the objects of one response, by the keys of these objects: what a cache of the response
 * depends on, where the contract cannot tell. Travels as `extensions.reads`.
 */
export class ReportedReads {
  readonly #tags = new Map<string, Set<string>>()

  add(key: string, tags: Iterable<string>): void {
    let known = this.#tags.get(key)
    if (!known) this.#tags.set(key, (known = new Set()))
    for (const tag of tags) known.add(tag)
  }

  /** Undefined when nothing was reported. */
  get extensions(): { readonly reads: Record<string, string[]> } | undefined {
    if (this.#tags.size === 0) return undefined
    return { reads: Object.fromEntries([...this.#tags].map(([key, tags]) => [key, [...tags]])) }
  }
}

/** The extensions of a response that ran with a context. */
export const reportedIn = (context: object): ReportedReads['extensions'] =>
  'reads' in context && context.reads instanceof ReportedReads ? context.reads.extensions : undefined
