import {
  daySelections,
  memberSelections,
  priceSelections,
  sharedPriceSelection,
  type ProductType,
} from './selections.ts'
import type { CatalogState, Days, Product, ProductState, SharedPrices } from './state.ts'

/** The parts of a product to read again; one that is absent is not read. */
export interface Parts {
  readonly members?: readonly string[] | undefined
  readonly days?: Days | undefined
  readonly prices?: boolean | undefined
}

/** Where a mirror reads what events name. */
export interface CatalogReader {
  /** The days that are copied. */
  readonly days: Days
  product(product: Product, parts: Parts): Promise<Partial<ProductState>>
  sharedPrices(): Promise<SharedPrices>
}

type Selected = Readonly<Record<string, unknown>>
/** The data of a GraphQL operation; rejects when it has errors. */
export type Query = (text: string, variables?: object) => Promise<Selected>

const pageSize = 5

export const allMembers = (type: ProductType): readonly string[] => Object.keys(memberSelections[type])

/** Reads over GraphQL, as the partner that has the copy does. */
export class GraphReader implements CatalogReader {
  readonly #query: Query

  constructor(
    query: Query,
    readonly days: Days,
  ) {
    this.#query = query
  }

  /** Everything, from the lists of cenotes and tours. */
  async everything(): Promise<CatalogState> {
    const products = new Map<string, ProductState>()
    for (const type of ['cenote', 'tour'] as const)
      for (const isActive of [true, false]) {
        let after: string | null = null
        do {
          const list: List = await this.#page(type, isActive, after)
          for (const node of list.nodes) products.set(String(node['id']), stateOf(type, this.#everyPart(type), node))
          after = list.pageInfo.hasNextPage ? list.pageInfo.endCursor : null
        } while (after !== null)
      }
    return { products, sharedPrices: await this.sharedPrices() }
  }

  everythingOf(product: Product): Promise<ProductState> {
    return this.product(product, this.#everyPart(product.type)) as Promise<ProductState>
  }

  async product({ type, id }: Product, parts: Parts): Promise<Partial<ProductState>> {
    const read = await this.#query(
      `query Product($id: ID!${declared(parts)}) { product: ${type}(id: $id) { ${selectionOf(type, parts)} } }`,
      { id, ...this.#variables(parts) },
    )
    if (!isSelected(read['product'])) throw new Error(`There is no ${type} ${id}`)
    return stateOf(type, parts, read['product'])
  }

  sharedPrices(): Promise<SharedPrices> {
    return this.#query(`{ ${sharedPriceSelection} }`)
  }

  #everyPart(type: ProductType): Required<Parts> {
    return { members: allMembers(type), days: this.days, prices: true }
  }

  async #page(type: ProductType, isActive: boolean, after: string | null): Promise<List> {
    const parts = this.#everyPart(type)
    const filter = type === 'cenote' ? 'CenoteFilter' : 'TourFilter'
    const read = await this.#query(
      `query List($filter: ${filter}, $after: String${declared(parts)}) {
        list: ${type}s(filter: $filter, first: ${pageSize}, after: $after) {
          nodes { ${selectionOf(type, parts)} } pageInfo { hasNextPage endCursor } } }`,
      { filter: { isActive }, after, ...this.#variables(parts) },
    )
    return read['list'] as List
  }

  /** Prices are those of the last day that is copied. */
  #variables({ days, prices }: Parts): object {
    return { ...days, ...(prices ? { date: this.days.to } : {}) }
  }
}

interface List {
  readonly nodes: readonly Selected[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

const isSelected = (value: unknown): value is Selected => typeof value === 'object' && value !== null

/** The variables that a selection uses. */
const declared = ({ days, prices }: Parts): string =>
  `${days ? ', $from: LocalDate, $to: LocalDate' : ''}${prices ? ', $date: LocalDate!' : ''}`

function selectionOf(type: ProductType, { members = [], days, prices = false }: Parts): string {
  const selections = members.map((name) => {
    const selection = memberSelections[type][name]
    if (selection === undefined) throw new Error(`A ${type} has no member ${name}`)
    return selection
  })
  if (days)
    selections.push(`availability(input: { startDate: $from, endDate: $to }) { days { ${daySelections[type]} } }`)
  if (prices) selections.push(`${priceSelections[type]}`)
  return ['id', ...selections].join(' ')
}

function stateOf(type: ProductType, { members, days, prices = false }: Parts, read: Selected): ProductState {
  const rest = { ...read }
  delete rest['id']
  delete rest['availability']
  const take = (name: string): unknown => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  return {
    type,
    ...(members ? { members: Object.fromEntries(members.map((name) => [name, take(name)])) } : {}),
    ...(days ? { days: byDate(read['availability']) } : {}),
    ...(prices ? { prices: rest } : {}),
  } as ProductState
}

const byDate = (availability: unknown): Record<string, unknown> =>
  Object.fromEntries(
    (availability as { readonly days: readonly { readonly date: string }[] }).days.map((day) => [day.date, day]),
  )
