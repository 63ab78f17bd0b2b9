import type { ProductChange, ProductChanges } from '../../subgraphs/shared/store/product-changes.ts'

/** A source of changes whose notes are in memory; a position is how many of them were read. */
export class Notes {
  readonly #cenoteId: string
  readonly notes: ProductChange[] = []
  isAway = false
  /** Called before facts are returned: after the changes were read, and before they are published. */
  whileReading: () => Promise<unknown> = () => Promise.resolve()
  /** Called when changes are looked for. */
  whileChecking: () => unknown = () => undefined

  constructor(cenoteId: string) {
    this.#cenoteId = cenoteId
  }

  /** Of a cenote, where nothing else is given. */
  note(change: Partial<ProductChange>): void {
    this.notes.push({
      kind: 'product',
      productType: 'cenote',
      productId: this.#cenoteId,
      action: null,
      changed: [],
      dateFrom: null,
      dateTo: null,
      at: 0,
      ...change,
    })
  }

  read(since: string | null): Promise<ProductChanges> {
    this.whileChecking()
    if (this.isAway) return Promise.reject(new Error('is away'))
    const changes = since === null ? [] : this.notes.slice(Number(since))
    return Promise.resolve({ position: String(this.notes.length), changes })
  }
}
