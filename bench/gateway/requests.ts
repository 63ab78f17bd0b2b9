import { graphqlListBody } from '../cases.ts'

/** The requests to a gateway: identical, or different each time. */
export interface Requests {
  /** The row's name. */
  readonly name: string
  readonly kind: 'identical' | 'varied'
  readonly bodies: readonly string[]
  /** The number of connections, where it is not the usual one. */
  readonly connections?: number
}

/** More than any gateway completes within a measurement, so that no request is repeated. */
const varied = 6_000
const body = (query: string, variables: object): string => JSON.stringify({ query, variables })
const each = (make: (index: number) => string, count = varied): string[] =>
  Array.from({ length: count }, (_, index) => make(index))

const productFields = 'inStock name price shippingEstimate upc weight'
const ofAuthor = `id username name reviews { id body product { ${productFields} } }`
const ofProduct = `${productFields} reviews { id body author { ${ofAuthor} } }`

const heavy = `query Heavy($page: Int!) {
  users(page: $page) { id username name reviews { id body product { ${ofProduct} } } }
  topProducts(first: 5, page: $page) { ${ofProduct} }
}`
const small = 'query Small($page: Int!) { users(page: $page) { id name } }'
const large = 'query Large($page: Int!) { topProducts(first: 23000, page: $page) { upc name description inStock } }'

const newText = (index: number): string =>
  body(
    `query Text${index}($page: Int!) { users(page: $page) { id u${index}: username reviews { id product { name inStock } } } }`,
    { page: index },
  )
const largeText = (index: number): string => {
  const users = each(
    (use) =>
      `u${index}_${use}: users(page: $page) { id username reviews { id body product { name inStock shippingEstimate reviews { id author { name } } } } }`,
    8,
  )
  return body(`query Large${index}($page: Int!) { ${users.join(' ')} }`, { page: index })
}
/** A text that was never sent before; every tenth is large. */
export const manyTexts = (index: number): string => (index % 10 === 0 ? largeText(index) : newText(index))

const both = (name: string, make: (index: number) => string, count?: number): Requests[] => [
  { name, kind: 'identical', bodies: [make(0)] },
  { name, kind: 'varied', bodies: each(make, count) },
]

/** Requests for the graph of four subgraphs. */
export const heavyRequests: readonly Requests[] = [
  ...both('heavy', (page) => body(heavy, { page })),
  ...both('small', (page) => body(small, { page }), 60_000),
  { name: 'many texts', kind: 'varied', bodies: each(newText, 30_000) },
  ...both('8 MB', (page) => body(large, { page }), 200).map((row) => ({ ...row, connections: 2 })),
]

export const delayedRequests: readonly Requests[] = both('heavy 4 ms', (page) => body(heavy, { page }))

/** Requests for the product's graph: the list of `npm run bench`, another first day and another page each time. */
export function listRequests(dayFromNow: (days: number) => string, cenotes: number): readonly Requests[] {
  const pages = Math.max(1, cenotes - 10)
  return both('list', (index) => graphqlListBody(dayFromNow(3 + (index % 60)), index % pages))
}
