import type { DocumentNode, OperationDefinitionNode } from 'graphql'
import { conditionVariables, pickVariables, type Variables } from './conditions.ts'

/** More combinations of conditions of one operation are prepared again when they are used again. */
const maxVariants = 16

/** The prepared forms of one operation, for each combination of the variables in its `@skip` and `@include`. */
export class Variants<T> {
  readonly #conditions: readonly string[]
  readonly #known = new Map<string, T>()

  constructor(document: DocumentNode, operation: OperationDefinitionNode) {
    this.#conditions = conditionVariables(document, operation)
  }

  /** `prepare` receives only the variables that decide which fields are selected. A promise that rejects is not kept. */
  get(variables: Variables, prepare: (conditions: Variables) => T): T {
    const key = this.#conditions.map((name) => String(variables[name])).join()
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const prepared = prepare(pickVariables(variables, this.#conditions))
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= maxVariants) this.#known.delete(oldest)
    this.#known.set(key, prepared)
    if (prepared instanceof Promise)
      prepared.catch(() => {
        if (this.#known.get(key) === prepared) this.#known.delete(key)
      })
    return prepared
  }
}

/** The variants of many operations, as long as their documents are in use. */
export class VariantsByOperation<T> {
  readonly #known = new WeakMap<OperationDefinitionNode, Variants<T>>()

  get(
    { document, operation }: { readonly document: DocumentNode; readonly operation: OperationDefinitionNode },
    variables: Variables,
    prepare: (conditions: Variables) => T,
  ): T {
    let variants = this.#known.get(operation)
    if (!variants) this.#known.set(operation, (variants = new Variants<T>(document, operation)))
    return variants.get(variables, prepare)
  }
}
