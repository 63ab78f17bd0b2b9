/** Limits the remembered combinations of conditions of one document. */
const maxVariants = 16

/** What was prepared of one operation, by the values of the variables in its conditions. */
export class Variants<T> {
  readonly #known = new Map<string, Promise<T>>()

  constructor(private readonly conditions: readonly string[]) {}

  get(variables: Readonly<Record<string, unknown>>, prepare: () => Promise<T>): Promise<T> {
    const key = this.conditions.map((name) => String(variables[name])).join()
    const known = this.#known.get(key)
    if (known) return known
    const prepared = prepare()
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= maxVariants) this.#known.delete(oldest)
    this.#known.set(key, prepared)
    // It may succeed the next time.
    prepared.catch(() => this.#known.delete(key))
    return prepared
  }
}
