import { allMembers, type CatalogReader, type Parts } from './reader.ts'
import { pricedMembers, type ProductType } from './selections.ts'
import { overlapOf, type CatalogState, type Days, type Product, type ProductState, type SharedPrices } from './state.ts'

/** The change that an event names. */
export interface CatalogChange {
  readonly type: string
  readonly productType: ProductType | null
  readonly productId: string | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
  /** Null where not said: any of them. */
  readonly changed: readonly string[] | null
}

const requestsAtOnce = 6

/** Parts of a product that several events name together. */
interface Needs {
  readonly product: Product
  readonly members: Set<string>
  days: Days | undefined
  prices: boolean
}

/**
 * A partner's copy of all that is sold, which begins with a full read. Of what changes later it reads only what events
 * name, so that a change that no event names stays unknown to it.
 */
export class Mirror {
  readonly #products: Map<string, ProductState>
  #sharedPrices: SharedPrices

  constructor(
    { products, sharedPrices }: CatalogState,
    readonly reader: CatalogReader,
  ) {
    this.#products = new Map(products)
    this.#sharedPrices = sharedPrices
  }

  get state(): CatalogState {
    return { products: this.#products, sharedPrices: this.#sharedPrices }
  }

  /** Reads again what some events name, each part once. */
  async apply(changes: readonly CatalogChange[]): Promise<void> {
    const needs = [...this.#needsOf(changes).values()].values()
    const readInTurn = async (): Promise<void> => {
      for (const { product, members, days, prices } of needs) {
        const parts: Parts = { members: members.size > 0 ? [...members] : undefined, days, prices }
        this.#learn(product, await this.reader.product(product, parts))
      }
    }
    await Promise.all(Array.from({ length: requestsAtOnce }, readInTurn))
    const prices = changes.filter(({ type }) => type === 'pricing.updated')
    if (prices.length > 0) this.#learnShared(await this.reader.sharedPrices(), prices)
  }

  #learn({ type, id }: Product, read: Partial<ProductState>): void {
    const { members, days, prices }: Partial<ProductState> = this.#products.get(id) ?? {}
    this.#products.set(id, {
      type,
      members: { ...members, ...read.members },
      days: { ...days, ...read.days },
      prices: read.prices ?? prices,
    })
  }

  /** The list of discount rules has those of one product, too; everything else belongs to no product. */
  #learnShared(read: SharedPrices, prices: readonly CatalogChange[]): void {
    const isOfEveryProduct = prices.some(({ productId }) => productId === null)
    const { automaticDiscountRules } = read
    this.#sharedPrices = isOfEveryProduct ? read : { ...this.#sharedPrices, automaticDiscountRules }
  }

  #needsOf(changes: readonly CatalogChange[]): ReadonlyMap<string, Needs> {
    const needs = new Map<string, Needs>()
    for (const change of changes)
      for (const product of this.#productsOf(change, needs)) {
        const needed = needs.get(product.id) ?? { product, members: new Set(), days: undefined, prices: false }
        needs.set(product.id, needed)
        this.#add(needed, change)
      }
    return needs
  }

  /** Of an event that names none: all that are known. */
  #productsOf({ productType, productId }: CatalogChange, needs: ReadonlyMap<string, Needs>): Iterable<Product> {
    if (productType !== null && productId !== null) return [{ type: productType, id: productId }]
    const known = new Map<string, Product>([...this.#products].map(([id, { type }]) => [id, { type, id }]))
    for (const [id, { product }] of needs) known.set(id, product)
    return known.values()
  }

  #add(needed: Needs, { type, dateFrom, dateTo, changed }: CatalogChange): void {
    const { product } = needed
    if (type === 'product.created') {
      for (const name of allMembers(product.type)) needed.members.add(name)
      needed.days = this.reader.days
      needed.prices = true
    } else if (type.startsWith('product.')) {
      for (const name of [...(changed ?? allMembers(product.type)), 'updatedAt']) needed.members.add(name)
    } else if (type === 'pricing.updated') {
      for (const name of pricedMembers[product.type]) needed.members.add(name)
      needed.prices = true
    } else if (dateFrom !== null && dateTo !== null) {
      const days = overlapOf({ from: dateFrom, to: dateTo }, this.reader.days)
      needed.days = days && needed.days ? unionOf(days, needed.days) : (days ?? needed.days)
    }
  }
}

const unionOf = (one: Days, other: Days): Days => ({
  from: one.from < other.from ? one.from : other.from,
  to: one.to > other.to ? one.to : other.to,
})

/** Keeps a mirror up to date with events as they arrive, in their order. */
export class MirrorFeed {
  readonly findings: string[] = []
  readonly #waiting: CatalogChange[] = []
  #isWorking = false
  #idle: Promise<void> = Promise.resolve()

  constructor(readonly mirror: Mirror) {}

  push(...changes: readonly CatalogChange[]): void {
    this.#waiting.push(...changes)
    if (!this.#isWorking) this.#idle = this.#work()
  }

  /** Once everything that has arrived is applied. */
  async idle(): Promise<void> {
    await this.#idle
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    while (this.#waiting.length > 0) {
      const changes = this.#waiting.splice(0)
      await this.mirror
        .apply(changes)
        .catch((error: unknown) => this.findings.push(`${String(error)}, of ${JSON.stringify(changes)}`))
    }
    this.#isWorking = false
  }
}
